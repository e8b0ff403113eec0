package io.leafid.snowflake;

import io.leafid.SnowflakeLayout;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * The id or the instant that all ids are to be above: written as a number, or as {@code 2026-01-31T12:00:00Z}. Immutable.
 *
 * @param id the id; {@code null} if it is an instant
 * @param instant the instant; {@code null} if it is an id
 */
public record StartAfter(@Nullable Long id, @Nullable Instant instant) {

    /**
     * Reads the text form; found by Spring's conversion because of its name.
     *
     * @return the floor, or {@code null} for blank text, which means that nothing is set
     * @throws IllegalArgumentException if it is neither
     */
    public static @Nullable StartAfter valueOf(String text) {
        if (text.isBlank()) {
            return null;
        }
        String stripped = text.strip();
        try {
            return stripped.chars().allMatch(Character::isDigit)
                    ? new StartAfter(Long.valueOf(stripped), null)
                    : new StartAfter(null, Instant.parse(stripped));
        } catch (NumberFormatException | DateTimeParseException ex) {
            throw new IllegalArgumentException(
                    "must be an id, or an instant such as 2026-01-31T12:00:00Z, but is '" + text + "'", ex);
        }
    }

    /** The id as a number, which YAML makes of it; found by Spring's conversion as the other is. */
    public static StartAfter valueOf(Long id) {
        return new StartAfter(id, null);
    }

    /** A small id, as YAML reads it. */
    public static StartAfter valueOf(Integer id) {
        return new StartAfter(id.longValue(), null);
    }

    /** The first millisecond, since 1970, of which all ids are above it. */
    public long firstMillis(SnowflakeLayout layout) {
        Instant last = (id == null) ? instant : layout.unpack(id).timestamp();
        return (last == null) ? 0 : Math.max(0, last.toEpochMilli() + 1);
    }
}
