package io.leafid.textid;

import io.leafid.InvalidTextException;
import io.leafid.PrintableText;
import io.leafid.TextId;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of the texts of a tag, such as <code>INV-{date:yyyyMMdd}-{id:06}</code>. Immutable.
 *
 * <p>All parts but an id without a width have a fixed length, so that different dates or ids have different texts.
 */
public final class TextPattern {

    private final String pattern;
    private final List<TextPart> parts;
    private final NumberFormat number;
    private final @Nullable CheckDigits check;
    private final Pattern syntax;

    private TextPattern(String pattern, List<TextPart> parts) {
        this.pattern = pattern;
        this.parts = parts;
        this.number = PatternReader.all(parts, NumberFormat.class).get(0);
        this.check =
                PatternReader.all(parts, CheckDigits.class).stream().findFirst().orElse(null);
        this.syntax = Pattern.compile(parts.stream().map(TextPart::syntax).collect(Collectors.joining()));
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none, with the reason
     */
    public static TextPattern of(String pattern) {
        return new TextPattern(pattern, PatternReader.read(pattern));
    }

    /** The largest id that its texts have room for. */
    public long capacity() {
        return number.capacity();
    }

    /** Returns whether its date tells periods apart. */
    boolean tells(TextPeriod period) {
        return period.isToldBy(parts);
    }

    /** The text of an id that fits, on a date. */
    String text(LocalDate date, long id) {
        StringBuilder text = new StringBuilder();
        int checkAt = -1;
        for (TextPart part : parts) {
            checkAt = (part == check) ? text.length() : checkAt;
            part.write(text, date, id);
        }
        if (check != null) {
            text.insert(checkAt, check.of(text));
        }
        return text.toString();
    }

    /**
     * The date and the id of a text.
     *
     * @throws InvalidTextException if it does not have this pattern, or a wrong check digit
     */
    public TextId parse(String text) {
        Matcher matcher = syntax.matcher(text);
        if (!matcher.matches()) {
            throw invalid(text, "does not have the pattern " + pattern);
        }
        try {
            LocalDate date = date(matcher);
            long id = number.idOf(matcher.group("id"));
            if (text(date, id).equals(text)) {
                boolean hasDate = parts.stream().anyMatch(DateField.class::isInstance);
                return new TextId(hasDate ? date : null, id);
            }
        } catch (DateTimeException | ArithmeticException ex) {
            throw invalid(text, "has a date or a number that there is not");
        }
        throw invalid(
                text,
                (check == null) ? "is not written as the pattern " + pattern + " says" : "has a wrong check digit");
    }

    /** A year that has no century is one of those from 2000 on. */
    private LocalDate date(Matcher matcher) {
        Map<DateField, Integer> values = new EnumMap<>(DateField.class);
        int group = 1;
        for (TextPart part : parts) {
            if (part instanceof DateField field) {
                values.put(field, Integer.parseInt(matcher.group(group)));
            }
            group += (part instanceof DateField || part instanceof NumberFormat) ? 1 : 0;
        }
        int year = values.getOrDefault(DateField.YEAR, 2000 + values.getOrDefault(DateField.SHORT_YEAR, 0));
        return LocalDate.of(year, values.getOrDefault(DateField.MONTH, 1), values.getOrDefault(DateField.DAY, 1));
    }

    private static InvalidTextException invalid(String text, String problem) {
        return new InvalidTextException("'" + PrintableText.of(text) + "' " + problem);
    }

    /** The pattern as it was written. */
    @Override
    public String toString() {
        return pattern;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TextPattern that && that.pattern.equals(pattern);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }
}
