package io.leafid.text;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Durations as people read them, such as {@code 9 minutes 58 seconds}: the two largest units, rounded. Stateless.
 *
 * <p>Machines are given ISO 8601; this is for logs, messages and health.
 */
public final class DurationText {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    /** From here on a tenth of a second, or an hour of a day, says nothing any more. */
    private static final int MANY = 10;

    private static final long TENTH_NANOS = 100_000_000;

    private DurationText() {}

    /** The text of a duration; a negative one begins with a minus sign. */
    public static String of(Duration duration) {
        return duration.isNegative() ? "-" + ofPositive(duration.abs()) : ofPositive(duration);
    }

    private static String ofPositive(Duration duration) {
        if (duration.isZero()) {
            return "0 seconds";
        }
        if (duration.compareTo(SECOND) < 0) {
            return (duration.toMillis() == 0) ? "less than 1 ms" : duration.toMillis() + " ms";
        }
        if (duration.compareTo(SECOND.multipliedBy(MANY)) < 0) {
            long tenths = (duration.toNanos() + TENTH_NANOS / 2) / TENTH_NANOS;
            return (tenths % MANY == 0)
                    ? counted(tenths / MANY, "second")
                    : "%s.%s seconds".formatted(tenths / MANY, tenths % MANY);
        }
        return ofWhole(rounded(duration));
    }

    private static Duration rounded(Duration duration) {
        if (duration.compareTo(HOUR) < 0) {
            return rounded(duration, SECOND);
        }
        if (duration.compareTo(DAY) < 0) {
            return rounded(duration, Duration.ofMinutes(1));
        }
        return rounded(duration, (duration.compareTo(DAY.multipliedBy(MANY)) < 0) ? HOUR : DAY);
    }

    private static Duration rounded(Duration duration, Duration unit) {
        return unit.multipliedBy(duration.plus(unit.dividedBy(2)).dividedBy(unit));
    }

    private static String ofWhole(Duration duration) {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("day", duration.toDays());
        parts.put("hour", (long) duration.toHoursPart());
        parts.put("minute", (long) duration.toMinutesPart());
        parts.put("second", (long) duration.toSecondsPart());
        StringBuilder text = new StringBuilder();
        parts.forEach((unit, number) -> {
            if (number > 0) {
                text.append(text.isEmpty() ? "" : " ").append(counted(number, unit));
            }
        });
        return text.toString();
    }

    private static String counted(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
