package io.leafid.textid;

import io.leafid.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of patterns. Stateless. */
final class PatternReader {

    private static final int MAX_LENGTH = 128;

    private static final Pattern PART = Pattern.compile("\\{([^{}]*)}|([^{}]+)|[{}]");

    private static final Pattern ID = Pattern.compile("id(?::(base32|base36|base62))?(?::0([1-9][0-9]?))?");

    private static final Pattern DATE_PART = Pattern.compile("yyyy|yy|MM|dd|[^A-Za-z{}]");

    private static final Map<String, String> ALPHABETS =
            Map.of("base32", NumberFormat.BASE_32, "base36", NumberFormat.BASE_36, "base62", NumberFormat.BASE_62);

    private PatternReader() {}

    static List<TextPart> read(String pattern) {
        require(
                pattern.length() <= MAX_LENGTH && pattern.chars().noneMatch(Character::isISOControl),
                "must have at most %s characters, none of them a control character".formatted(MAX_LENGTH));
        List<TextPart> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(pattern);
        while (matcher.find()) {
            String field = matcher.group(1);
            String literal = matcher.group(2);
            require(field != null || literal != null, "has a brace without its other one");
            parts.addAll((field == null) ? List.of(new TextPart.Literal(literal)) : field(field));
        }
        check(parts);
        return List.copyOf(parts);
    }

    private static void check(List<TextPart> parts) {
        List<NumberFormat> ids = all(parts, NumberFormat.class);
        List<CheckDigits> checks = all(parts, CheckDigits.class);
        require(ids.size() == 1, "must have {id} once, but has it %s".formatted(ids.isEmpty() ? "not" : "more often"));
        require(checks.size() <= 1, "must have {check} once at most");
        require(
                checks.isEmpty() || !ids.get(0).alphabet().equals(NumberFormat.BASE_62),
                "has check digits, which take capital and small letters for the same, beside {id:base62}");
    }

    static <T> List<T> all(List<TextPart> parts, Class<T> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static List<TextPart> field(String field) {
        if (field.startsWith("date:") && field.length() > "date:".length()) {
            return date(field.substring("date:".length()));
        }
        return List.of(id(field)
                .or(() -> checkDigits(field))
                .orElseThrow(() -> new IllegalArgumentException(
                        "has {%s}, which is none of {id}, {id:06}, {id:base32}, {id:base36:08}, {date:yyyyMMdd}, {check} and the like"
                                .formatted(PrintableText.of(field)))));
    }

    private static Optional<TextPart> id(String field) {
        Matcher matcher = ID.matcher(field);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String base = matcher.group(1);
        int width = (matcher.group(2) == null) ? 0 : Integer.parseInt(matcher.group(2));
        require(width <= NumberFormat.MOST_DIGITS, "has {%s}, and no id has more than 19 digits".formatted(field));
        return Optional.of(new NumberFormat(ALPHABETS.getOrDefault(String.valueOf(base), NumberFormat.DECIMAL), width));
    }

    private static Optional<TextPart> checkDigits(String field) {
        if (field.equals("check")) {
            return Optional.of(CheckDigits.MOD_97_10);
        }
        return Arrays.stream(CheckDigits.values())
                .filter(each -> field.equals("check:" + each.symbol()))
                .map(TextPart.class::cast)
                .findFirst();
    }

    private static List<TextPart> date(String format) {
        List<TextPart> parts = new ArrayList<>();
        Matcher matcher = DATE_PART.matcher(format);
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            end = matcher.end();
            String part = matcher.group();
            parts.add(Arrays.stream(DateField.values())
                    .filter(field -> field.letters().equals(part))
                    .map(TextPart.class::cast)
                    .findFirst()
                    .orElse(new TextPart.Literal(part)));
        }
        require(
                end == format.length(),
                "has {date:%s}, in which yyyy, yy, MM and dd are known and no other letters".formatted(format));
        return parts;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }
}
