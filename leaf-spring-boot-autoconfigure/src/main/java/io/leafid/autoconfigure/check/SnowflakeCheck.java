package io.leafid.autoconfigure.check;

import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.check.Findings.Level;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.lease.PeerClocks;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdEntry.Writer;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.compat.OriginalReports;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The findings of a start of the snowflake engine in its registry. Immutable.
 *
 * @param properties the settings
 * @param identity who this instance is
 * @param holder the registry of worker ids
 * @param sessions what the registry knows of nodes that report nothing, if it can tell
 * @param time the clocks
 */
record SnowflakeCheck(
        LeafProperties properties,
        Supplier<NodeIdentity> identity,
        Supplier<WorkerIdHolder> holder,
        ObjectProvider<SessionCheck> sessions,
        TimeSource time)
        implements CheckPart {

    private static final String WORKER_ID = "worker id";
    private static final String CLOCK = "clock";

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    @Override
    public void look(Findings findings) {
        SnowflakeProperties snowflake = properties.snowflake();
        SnowflakeLayout layout = snowflake.idLayout();
        NodeIdentity self = identity.get();
        findings.ok("identity", self.toString());
        findings.ok("layout", layout.toString());
        WorkerIdHolder registry = holder.get();
        registry.look(
                LeaseRequest.of(self, snowflake.workerIds(), layout, time).notBefore(snowflake.floorMillis(layout)));
        findings.ok(
                "registry",
                "%s, mode %s, worker ids %s".formatted(registry.registry(), registry.name(), snowflake.workerIds()));
        List<WorkerIdEntry> entries = list(registry);
        lookAtOthers(entries, findings);
        lookAtClock(registry, entries, findings);
        lookAtOwn(registry, entries, self, findings);
    }

    /**
     * The entries. ZooKeeper has no clock to ask: where no node of Leaf runs, the node that has written last would count as running for ever.
     * So those of others are looked at until they report again, or would have.
     */
    private List<WorkerIdEntry> list(WorkerIdHolder registry) {
        List<WorkerIdEntry> entries = registry.list();
        boolean hasClock = properties.snowflake().mode().registry() != Registry.ZOOKEEPER;
        List<WorkerIdEntry> seen = entries.stream()
                .filter(entry -> !hasClock && entry.live() && entry.writer() != Writer.LEAF)
                .toList();
        long until = time.nanoTime() + OriginalReports.GRACE.toNanos();
        while (entries.stream().anyMatch(seen::contains) && time.nanoTime() - until < 0) {
            time.parkNanos(BETWEEN_LOOKS.toNanos());
            entries = registry.list();
        }
        return entries.stream()
                .map(entry -> seen.contains(entry) ? entry.silent() : entry)
                .toList();
    }

    private void lookAtOthers(List<WorkerIdEntry> entries, Findings findings) {
        List<WorkerIdEntry> others =
                entries.stream().filter(entry -> entry.writer() != Writer.LEAF).toList();
        others.forEach(entry -> findings.add(entry.live() ? Level.WARN : Level.OK, WORKER_ID, textOf(entry)));
        sessions.ifAvailable(check -> check.look(others.isEmpty() ? Level.OK : Level.WARN, findings));
    }

    private static String textOf(WorkerIdEntry entry) {
        String writer = entry.writer().name().toLowerCase(Locale.ROOT);
        String state = entry.live() ? "still reports" : "is silent";
        return "%s is that of %s, a node of the %s, which reported last at %s and %s"
                .formatted(entry.workerId(), entry.owner(), writer, entry.lastReported(), state);
    }

    private void lookAtClock(WorkerIdHolder registry, List<WorkerIdEntry> entries, Findings findings) {
        switch (properties.snowflake().mode().registry()) {
            case DATABASE ->
                compare(
                        registry.clockReadings(
                                properties.snowflake().reportInterval().multipliedBy(3)),
                        findings);
            case ZOOKEEPER, DISK -> lookAtLatest(entries, findings);
        }
    }

    /** The database's clock is asked for, and those of running nodes as of their last reports. */
    private void compare(List<ClockReading> readings, Findings findings) {
        PeerClocks peers = PeerClocks.of(readings);
        Duration own = readings.stream()
                .filter(ClockReading::self)
                .findFirst()
                .map(ClockReading::offset)
                .orElse(Duration.ZERO);
        Duration threshold = properties.snowflake().peerCheck().threshold();
        boolean isFar = !threshold.isZero() && own.abs().compareTo(threshold) > 0;
        findings.add(
                peers.exceeds(threshold) ? Level.PROBLEM : isFar ? Level.WARN : Level.OK,
                CLOCK,
                "it is %s that of the database, and %s"
                        .formatted(
                                apart(own),
                                (peers.peers() == 0)
                                        ? "there is no running node to compare with"
                                        : "%s those of %s running nodes"
                                                .formatted(apart(peers.offset()), peers.peers())));
    }

    private static String apart(Duration offset) {
        return DurationText.of(offset.abs()) + (offset.isNegative() ? " behind" : " ahead of");
    }

    /** ZooKeeper's clock is known by what was written last: running nodes write all the time. */
    private void lookAtLatest(List<WorkerIdEntry> entries, Findings findings) {
        Instant latest = entries.stream()
                .filter(WorkerIdEntry::live)
                .map(WorkerIdEntry::lastReported)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        Duration threshold = properties.snowflake().peerCheck().threshold();
        if (latest == null) {
            findings.ok(CLOCK, "no running node to compare with");
            return;
        }
        Duration behind = Duration.between(time.now(), latest);
        Level level = (behind.compareTo(threshold) > 0) ? Level.PROBLEM : Level.OK;
        findings.add(
                level,
                CLOCK,
                behind.isNegative()
                        ? "the registry was written to last %s ago".formatted(DurationText.of(behind.negated()))
                        : "it is %s behind that of the registry".formatted(DurationText.of(behind)));
    }

    private void lookAtOwn(WorkerIdHolder registry, List<WorkerIdEntry> entries, NodeIdentity self, Findings findings) {
        WorkerIdEntry own = entries.stream()
                .filter(entry -> entry.owner().equals(self.toString()))
                .findFirst()
                .orElse(null);
        if (own == null || !registry.isFixed()) {
            lookAtRoom(entries, findings);
            return;
        }
        String reserved = (own.ceiling() == null) ? "" : ", reserved up to " + own.ceiling();
        if (own.live()) {
            findings.problem(
                    WORKER_ID,
                    "%s is in use by a running process with this identity, %s%s"
                            .formatted(own.workerId(), self, reserved));
        } else {
            findings.ok(WORKER_ID, "%s would be kept%s".formatted(own.workerId(), reserved));
        }
    }

    private void lookAtRoom(List<WorkerIdEntry> entries, Findings findings) {
        long size = properties.snowflake().workerIds().size();
        long known = entries.stream()
                .filter(entry -> properties.snowflake().workerIds().contains(entry.workerId()))
                .filter(entry -> entry.live() || !mayBeTaken(entry))
                .count();
        String text = "%s of %s are free for this instance".formatted(size - known, size);
        findings.add(known < size ? Level.OK : Level.PROBLEM, WORKER_ID, text);
    }

    private boolean mayBeTaken(WorkerIdEntry entry) {
        boolean isFixed = properties.snowflake().mode().isFixed();
        return !isFixed && (entry.ceiling() == null || entry.ceiling().isBefore(time.now()));
    }
}
