package io.leafid.workerid;

import io.leafid.SnowflakeLayout;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The four numbers that a layout is recorded as: epoch, and bits of timestamp, worker id and sequence. Immutable.
 *
 * @param epochMillis milliseconds since 1970
 * @param bits the three widths
 */
public record LayoutNumbers(long epochMillis, List<Long> bits) {

    private static final int WIDTHS = 3;

    public LayoutNumbers {
        bits = List.copyOf(bits);
    }

    /** The numbers of a layout. */
    public static LayoutNumbers of(SnowflakeLayout layout) {
        return new LayoutNumbers(
                layout.epochMillis(),
                List.of((long) layout.timestampBits(), (long) layout.workerIdBits(), (long) layout.sequenceBits()));
    }

    /** Numbers that were written with a separator between the widths; empty if these are no numbers. */
    public static Optional<LayoutNumbers> parse(String epochMillis, String bits, String separator) {
        try {
            return Optional.of(new LayoutNumbers(
                    Long.parseLong(epochMillis),
                    Stream.of(bits.split(Pattern.quote(separator), -1))
                            .map(Long::valueOf)
                            .toList()));
        } catch (NumberFormatException ex) {
            return Optional.empty();
        }
    }

    /** The widths with a separator between them. */
    public String bits(String separator) {
        return bits.stream().map(String::valueOf).collect(Collectors.joining(separator));
    }

    /** The layout that has these numbers; empty if none can have them. */
    public Optional<SnowflakeLayout> layout() {
        boolean areWidths = bits.size() == WIDTHS && bits.stream().allMatch(width -> width >= 0 && width < Long.SIZE);
        try {
            return areWidths
                    ? Optional.of(new SnowflakeLayout(epochMillis, width(0), width(1), width(2)))
                    : Optional.empty();
        } catch (IllegalArgumentException ex) {
            return Optional.empty();
        }
    }

    private int width(int index) {
        return bits.get(index).intValue();
    }
}
