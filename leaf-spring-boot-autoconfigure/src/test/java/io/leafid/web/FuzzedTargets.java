package io.leafid.web;

import java.util.List;
import java.util.Random;

/** Targets of requests as no client of good will sends them: picked by hand, and put together from pieces at random. */
final class FuzzedTargets {

    /** A setting: some of these tags have characters that no XML can hold, and would spoil a report that logged them. */
    static final String UNLOGGED = "logging.level.io.leafid.segment.TagRegistry=warn";

    /** Every path that Leaf answers, with and without a slash at its end, and some that lead nowhere. */
    static final List<String> PATHS = List.of(
            "/api/segment/get",
            "/api/segment/get/",
            "/api/snowflake/get",
            "/api/snowflake/get/",
            "/api/ids",
            "/api/ids/",
            "/api/snowflake/decode",
            "/api/snowflake/decode/",
            "/decodeSnowflakeId",
            "/decodeSnowflakeId/",
            "/leaf",
            "/leaf/",
            "/leaf/state",
            "/leaf/state/",
            "/actuator/leaf/",
            "/api/",
            "/");

    /** What stands where a tag should, as it is sent. */
    static final List<String> TAGS = List.of(
            "",
            "order",
            "a".repeat(127),
            "a".repeat(128),
            "a".repeat(129),
            "a".repeat(10_000),
            "%C3%BC".repeat(128),
            "%C3%BC".repeat(129),
            "%F0%9F%8D%83".repeat(64),
            "%F0%9F%8D%83".repeat(65),
            "%20",
            "%20order",
            "order%20",
            "a%20b",
            "a+b",
            "+",
            "%09order",
            "%C2%A0order",
            "%E3%80%80order",
            "a/b",
            "a%2Fb",
            "a%2fb",
            "a%252Fb",
            "a%25252Fb",
            "/",
            "//",
            "a//b",
            "%2F",
            "%2F%2F",
            "a%5Cb",
            "a\\b",
            "\\",
            "%5C..%5C..%5C",
            ".",
            "..",
            "...",
            "a.",
            ".a",
            "com.example.order",
            "a..b",
            "./a",
            "../a",
            "a/../b",
            "a/./b",
            "a/..",
            "../../etc/passwd",
            "..%2F..%2Fetc%2Fpasswd",
            "..%252F..%252Fetc",
            "%2e%2e",
            "%2e%2e/",
            "%2e%2e%2f",
            "%252e%252e",
            "..;/",
            "..;/a",
            "a/..;x=1/b",
            ".;/a",
            ";",
            ";jsessionid=1",
            "order;jsessionid=1",
            "order;a=b;c=d/e",
            "order%3Bjsessionid=1",
            "%00",
            "order%00",
            "order%00.html",
            "a%01b",
            "a%0Ab",
            "a%0D%0AX-Injected:%20yes",
            "%0D%0A%0D%0A%3Chtml%3E",
            "a%7Fb",
            "a%1Bb",
            "a%C2%85b",
            "a%E2%80%A8b",
            "a%E2%80%AEb",
            "%E2%80%8Fa",
            "%E2%80%8B",
            "%EF%BB%BForder",
            "%",
            "%%",
            "%2",
            "%zz",
            "%u0041",
            "a%",
            "%FF",
            "%C3",
            "%C3%28",
            "%C0%AF",
            "%C0%80",
            "%E0%80%AF",
            "%F8%88%80%80%80",
            "%F4%90%80%80",
            "%ED%A0%80",
            "%ED%A0%BD%ED%B8%80",
            "%ED%B8%80",
            "\u00ff",
            "\u00c3\u00bc",
            "%F0%9F%98%80",
            "%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9",
            "%EF%BF%BF",
            "%EF%BF%BD",
            "%D9%A1%D9%A2",
            "%E8%AE%A2%E5%8D%95",
            "'",
            "';DROP%20TABLE%20leaf_alloc;--",
            "'%20OR%20'1'='1",
            "order'%20UNION%20SELECT%20max_id--",
            "%22",
            "%25",
            "%60",
            "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
            "%3Cscript%3Ealert(1)%3C/script%3E",
            "<script>alert(1)</script>",
            "%3Cimg%20src=x%20onerror=alert(1)%3E",
            "%22%3E%3Cimg%20src=x%3E",
            "%7B%7B7*7%7D%7D",
            "${jndi:ldap://x/a}",
            "%24%7Bjndi:ldap://x/a%7D",
            "{tag}",
            "[a]",
            "a|b",
            "a^b",
            "a`b",
            "a\"b",
            "a#b",
            "*",
            "**",
            "a,b",
            "a=b",
            "a&b",
            "a:b",
            "a@b",
            "~a",
            "null",
            "true",
            "NaN",
            "constructor",
            "__proto__");

    /** What stands where a number should. */
    static final List<String> NUMBERS = List.of(
            "",
            "0",
            "1",
            "00000000000000000000000000007",
            "-0",
            "-1",
            "+1",
            "%2B1",
            "1e3",
            "1.0",
            "1,000",
            "0x10",
            "0b1",
            "010",
            "1L",
            "%201",
            "1%20",
            "1%00",
            "1%0A",
            "1_000",
            "%D9%A1%D9%A2",
            "%EF%BC%91",
            "%E4%B8%80",
            "%F0%9D%9F%99",
            "1000000",
            "1000001",
            "2147483647",
            "2147483648",
            "4294967297",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
            "-9223372036854775809",
            "9".repeat(1_000),
            "9".repeat(7_000),
            "NaN",
            "Infinity",
            "null",
            "1&count=2",
            "2&count=x",
            "x&count=2",
            "1;count=2",
            "%zz",
            "%FF",
            "%3Cscript%3E",
            "'%20OR%201=1");

    /** What stands behind a question mark. */
    static final List<String> QUERIES = List.of(
            "",
            "&",
            "=",
            "?",
            "&&&",
            "=&=",
            "%",
            "%zz=1",
            "count",
            "count[]=1",
            "COUNT=1",
            "%63ount=2",
            "count%00=1",
            "a=b&".repeat(1_500),
            "tag=",
            "tag=order",
            "tag=order&tag=other",
            "tag=%20",
            "tag=..",
            "tag=%2e%2e%2f",
            "tag=a%2Fb",
            "tag=a+b",
            "tag=a%00b",
            "tag=%ED%A0%80",
            "tag=%C0%AF",
            "tag=%3Cscript%3Ealert(1)%3C/script%3E",
            "tag=a%0D%0AX-Injected:%20yes",
            "tag=" + "a".repeat(129),
            "_method=DELETE",
            "snowflakeId",
            "snowflakeId=1&snowflakeId=x");

    /** What clients say they want, which decides how a server shows an error. */
    static final List<String> ACCEPTED =
            List.of("*/*", "text/html", "application/json", "text/html;q=x", "application/problem+json", "%s");

    private static final int MOST_PIECES = 4;

    private FuzzedTargets() {}

    /** A target, the same for the same random numbers. */
    static String random(Random random) {
        StringBuilder target = new StringBuilder(pick(PATHS, random));
        for (int pieces = random.nextInt(MOST_PIECES); pieces >= 0; pieces--) {
            target.append(piece(random));
        }
        if (random.nextInt(3) == 0) {
            target.append("?count=").append(smallNumber(random));
        } else if (random.nextInt(3) == 0) {
            target.append('?').append(pick(QUERIES, random)).append('&').append(pick(QUERIES, random));
        }
        return target.toString();
    }

    private static String piece(Random random) {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> pick(TAGS, random);
            case 3 -> pick(NUMBERS, random);
            case 4 -> "%%%02x".formatted(random.nextInt(0x100)); // any byte, encoded
            case 5 -> String.valueOf((char) (0x21 + random.nextInt(0x5e))); // any visible one as it is
            case 6 -> TargetMeaning.encoded(Character.toString(codePoint(random)));
            default -> "/";
        };
    }

    private static String smallNumber(Random random) {
        String number = pick(NUMBERS, random);
        return number.equals("1000000") ? "7" : number; // it is legal, and takes its time
    }

    /** A tag that is legal, of characters of any kind. */
    static String legalTag(Random random) {
        StringBuilder tag = new StringBuilder();
        int length = 1 + random.nextInt((random.nextInt(4) == 0) ? 64 : 8);
        for (int i = 0; i < length; i++) {
            tag.appendCodePoint(
                    random.nextBoolean() ? ".;/\\%?&=+#<>'\" ".charAt(random.nextInt(15)) : codePoint(random));
        }
        return tag.toString();
    }

    private static int codePoint(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(0x80);
            case 1 -> random.nextInt(0x800);
            case 2 -> random.nextInt(0xd800);
            default -> 0x10000 + random.nextInt(0x100000);
        };
    }

    private static String pick(List<String> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
