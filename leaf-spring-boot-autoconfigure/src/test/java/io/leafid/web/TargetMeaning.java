package io.leafid.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the target of a request says to the letter, read by hand and without any of the code that is tested. Immutable.
 *
 * @param servlet the path of the API that the target begins with
 * @param tag the tag, or {@code null} if there is none or it is badly encoded
 * @param count the first parameter of that name; {@code null} if there is none or it is badly encoded
 */
record TargetMeaning(
        String servlet, @Nullable String tag, @Nullable String count) {

    static final String[] WITH_TAG = {"/api/segment/get", "/api/snowflake/get", "/api/ids"};

    /** Reads a target; returns {@code null} if it does not begin with a path that takes a tag. */
    static @Nullable TargetMeaning of(String target) {
        int query = target.indexOf('?');
        String path = path(target);
        String parameters = (query < 0) ? "" : target.substring(query + 1);
        for (String servlet : WITH_TAG) {
            if (path.equals(servlet) || path.startsWith(servlet + "/")) {
                String rest = path.length() <= servlet.length() + 1 ? "" : path.substring(servlet.length() + 1);
                String tag = rest.isEmpty() ? parameter(parameters, "tag") : decoded(rest, false);
                return new TargetMeaning(servlet, tag, parameter(parameters, "count"));
            }
        }
        return null;
    }

    /** The path of a target without the parameters that follow semicolons. */
    static String path(String target) {
        StringBuilder kept = new StringBuilder();
        boolean isParameter = false;
        for (int i = 0; i < target.length() && target.charAt(i) != '?'; i++) {
            char c = target.charAt(i);
            isParameter = c == ';' || (isParameter && c != '/');
            if (!isParameter) {
                kept.append(c);
            }
        }
        return kept.toString();
    }

    private static @Nullable String parameter(String query, String name) {
        for (String each : query.split("&", -1)) {
            int equals = each.indexOf('=');
            String key = decoded((equals < 0) ? each : each.substring(0, equals), true);
            if (name.equals(key)) {
                return (equals < 0) ? "" : decoded(each.substring(equals + 1), true);
            }
        }
        return null;
    }

    private static @Nullable String decoded(String text, boolean isForm) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int high = (i + 1 < text.length()) ? Character.digit(text.charAt(i + 1), 16) : -1;
                int low = (i + 2 < text.length()) ? Character.digit(text.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return null;
                }
                bytes.write(high * 16 + low);
                i += 2;
            } else {
                bytes.write((isForm && c == '+') ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException ex) {
            return null;
        }
    }

    /** Writes a text so that any URI may hold it: every byte but letters and digits as a percent and two digits. */
    static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain =
                    (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9');
            encoded.append(isPlain ? String.valueOf((char) each) : "%%%02X".formatted(each & 0xff));
        }
        return encoded.toString();
    }
}
