package io.leafid.autoconfigure.check;

import io.leafid.autoconfigure.check.Findings.Level;
import io.leafid.autoconfigure.identity.LeaseKeeperFactory;
import io.leafid.autoconfigure.identity.SnowflakeSettingsFactory;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.lease.LeaseTerms;
import io.leafid.lease.PeerClocks;
import io.leafid.text.DurationText;
import io.leafid.text.Reasons;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdEntry.Writer;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.compat.OriginalReports;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The findings of a start of the snowflake engine in its registry. Immutable.
 *
 * @param setup the settings
 * @param identity who this instance is
 * @param holder the registry of worker ids
 * @param sessions what the registry knows of nodes that report nothing, if it can tell
 * @param time the clocks
 */
record SnowflakeCheck(
        SnowflakeSettingsFactory setup,
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
        NodeIdentity self = identity.get();
        findings.ok("identity", self.toString());
        findings.ok("layout", setup.layout().toString());
        WorkerIdHolder registry = holder.get();
        LeaseTerms terms = LeaseKeeperFactory.terms(snowflake(), registry, self);
        Optional<FoundMark> mark = LeaseKeeperFactory.lookAtMark(setup, registry, self);
        List<WorkerIdEntry> entries = list(registry);
        findings.ok(
                "registry",
                "%s, mode %s, worker ids %s".formatted(registry.registry(), registry.name(), terms.workerIds()));
        lookAtOthers(entries, findings);
        lookAtClock(registry, terms, entries, findings);
        lookAtWorkerId(registry, terms.request(mark, time), entries, findings);
    }

    private SnowflakeProperties snowflake() {
        return setup.properties().snowflake();
    }

    /**
     * The entries. ZooKeeper has no clock to ask: where no node of Leaf runs, the node that has written last would count as running for ever.
     * So those of others are looked at until they report again, or would have.
     */
    private List<WorkerIdEntry> list(WorkerIdHolder registry) {
        List<WorkerIdEntry> entries = registry.list();
        boolean hasClock = snowflake().mode().registry() != Registry.ZOOKEEPER;
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

    /** The clocks of running nodes are compared as a start does. */
    private void lookAtClock(
            WorkerIdHolder registry, LeaseTerms terms, List<WorkerIdEntry> entries, Findings findings) {
        Duration threshold = terms.settings().peerThreshold();
        List<ClockReading> readings =
                terms.awaitAgreement(registry::lookAtClocks, terms.settings().maxWait(), time);
        readings.stream()
                .filter(ClockReading::self)
                .findFirst()
                .ifPresentOrElse(
                        own -> compare(own.offset(), PeerClocks.of(readings), threshold, findings),
                        () -> lookAtLatest(entries, threshold, findings));
    }

    private void compare(Duration own, PeerClocks peers, Duration threshold, Findings findings) {
        boolean isFar = !threshold.isZero() && own.abs().compareTo(threshold) > 0;
        findings.add(
                peers.exceeds(threshold) ? Level.PROBLEM : isFar ? Level.WARN : Level.OK,
                CLOCK,
                "it is %s that of the %s, and %s"
                        .formatted(
                                apart(own),
                                snowflake().mode().registry() == Registry.DATABASE ? "database" : "registry",
                                (peers.peers() == 0)
                                        ? "there is no running node to compare with"
                                        : "%s those of %s running nodes"
                                                .formatted(apart(peers.offset()), peers.peers())));
    }

    private static String apart(Duration offset) {
        return DurationText.of(offset.abs()) + (offset.isNegative() ? " behind" : " ahead of");
    }

    /** Nodes of the original and the fork write all the time, and a start does not compare its clock with theirs. */
    private void lookAtLatest(List<WorkerIdEntry> entries, Duration threshold, Findings findings) {
        Instant latest = entries.stream()
                .filter(WorkerIdEntry::live)
                .map(WorkerIdEntry::lastReported)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
        if (latest == null) {
            findings.ok(CLOCK, "no running node to compare with");
            return;
        }
        Duration behind = Duration.between(time.now(), latest);
        boolean isFar = !threshold.isZero() && behind.compareTo(threshold) > 0;
        findings.add(
                isFar ? Level.WARN : Level.OK,
                CLOCK,
                behind.isNegative()
                        ? "the registry was written to last %s ago".formatted(DurationText.of(behind.negated()))
                        : "it is %s behind that of the registry".formatted(DurationText.of(behind)));
    }

    /** A standby begins without a worker id where none is free. */
    private void lookAtWorkerId(
            WorkerIdHolder registry, LeaseRequest request, List<WorkerIdEntry> entries, Findings findings) {
        try {
            List<Integer> eligible = registry.look(request);
            findings.ok(WORKER_ID, textOf(eligible, request, entries));
        } catch (WorkerIdException.Exhausted ex) {
            findings.add(snowflake().standby() ? Level.WARN : Level.PROBLEM, WORKER_ID, Reasons.of(ex));
        }
    }

    private static String textOf(List<Integer> eligible, LeaseRequest request, List<WorkerIdEntry> entries) {
        if (eligible.isEmpty()) {
            return "the registry does not tell which are free";
        }
        if (eligible.size() > 1) {
            return "%s of %s are free for this instance"
                    .formatted(eligible.size(), request.usableWorkerIds().size());
        }
        return entries.stream()
                .filter(entry -> eligible.contains(entry.workerId())
                        && entry.owner().equals(request.identity().toString()))
                .findFirst()
                .map(own -> "%s would be kept%s"
                        .formatted(own.workerId(), (own.ceiling() == null) ? "" : ", reserved up to " + own.ceiling()))
                .orElseGet(() -> "%s would be taken".formatted(eligible.get(0)));
    }
}
