package io.leafid.lease;

import io.leafid.workerid.ClockReading;
import java.time.Duration;
import java.util.List;

/**
 * Comparison of this node's clock with those of the running nodes. Immutable.
 *
 * @param peers how many other nodes' clocks could be read
 * @param offset this node's clock minus the median of theirs; zero without peers
 */
public record PeerClocks(int peers, Duration offset) {

    /** Nothing to compare with. */
    public static final PeerClocks NONE = new PeerClocks(0, Duration.ZERO);

    /** Compares; the median, because one bad clock must not move it. */
    public static PeerClocks of(List<ClockReading> readings) {
        List<Duration> others = readings.stream()
                .filter(reading -> !reading.self())
                .map(ClockReading::offset)
                .sorted()
                .toList();
        return readings.stream()
                .filter(ClockReading::self)
                .findFirst()
                .filter(self -> !others.isEmpty())
                .map(self -> new PeerClocks(others.size(), self.offset().minus(median(others))))
                .orElse(NONE);
    }

    /** Returns whether the difference is larger than allowed; a threshold of zero allows any. */
    public boolean exceeds(Duration threshold) {
        return !threshold.isZero() && offset.abs().compareTo(threshold) > 0;
    }

    private static Duration median(List<Duration> sorted) {
        int middle = sorted.size() / 2;
        return (sorted.size() % 2 == 1)
                ? sorted.get(middle)
                : sorted.get(middle - 1).plus(sorted.get(middle)).dividedBy(2);
    }
}
