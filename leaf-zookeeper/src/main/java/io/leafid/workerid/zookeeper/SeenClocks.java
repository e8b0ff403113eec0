package io.leafid.workerid.zookeeper;

import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Clocks of the running processes as one sees them that writes nothing: it knows the registry's time at the moment at which another
 * process reports. Immutable.
 *
 * @param processes the running processes
 * @param time the clocks
 */
record SeenClocks(EphemeralNodes processes, TimeSource time) {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /**
     * The readings at the next report of another process, which is noticed up to one look late; empty if none reports for as long as is
     * given.
     */
    List<ClockReading> read(Duration longestSilence) {
        Map<String, ZkNode> before = processes.others();
        long until = time.nanoTime() + longestSilence.toNanos();
        while (!before.isEmpty() && time.nanoTime() - until < 0) {
            time.parkNanos(BETWEEN_LOOKS.toNanos());
            Map<String, ZkNode> now = processes.others();
            Optional<ZkNode> reported = lastReport(before, now);
            if (reported.isPresent()) {
                return readings(now, reported.get().mtime(), longestSilence);
            }
        }
        return List.of();
    }

    private static Optional<ZkNode> lastReport(Map<String, ZkNode> before, Map<String, ZkNode> now) {
        long seen = before.values().stream().mapToLong(ZkNode::mzxid).max().orElse(0);
        return now.values().stream().filter(node -> node.mzxid() > seen).max(Comparator.comparingLong(ZkNode::mzxid));
    }

    private List<ClockReading> readings(Map<String, ZkNode> now, long registryMillis, Duration longestSilence) {
        List<ClockReading> readings = new ArrayList<>();
        readings.add(processes.ownReading(registryMillis));
        now.forEach((owner, node) -> {
            if (node.mtime() > registryMillis - longestSilence.toMillis()) {
                EphemeralNodes.reading(owner, false, node).ifPresent(readings::add);
            }
        });
        return readings;
    }
}
