package io.leafid.cluster;

import io.leafid.specification.LeaseEvent;
import io.leafid.specification.LeaseProjection;
import io.leafid.specification.ProtocolTrace;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.SegmentProjection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;

/** Traces of simulated clusters: what happened to each worker id or each tag, as events of the specification. */
public final class Traces {

    /** All faults but those of settings, which the specification of one worker id leaves to guarantees.md, and deleted records. */
    private static final Scope OF_LEASES = Scope.of(
            Scope.OF_DELETED_RECORDS.modes(),
            EnumSet.complementOf(EnumSet.of(
                    Fault.RECORD_DELETED,
                    Fault.RECORDS_EMPTIED,
                    Fault.CHANGE_OF_MODE,
                    Fault.WRONG_SETTING,
                    Fault.ORIGINAL_NODE,
                    Fault.CLONED_DISK)));

    private Traces() {}

    /** Those of worker ids in one schedule. */
    public static List<ProtocolTrace> ofLeases(long seed) {
        return ofLeases(Plan.of(seed, OF_LEASES));
    }

    /** The same where records are deleted under nodes that reach the registry. */
    public static List<ProtocolTrace> ofDeletedRecords(long seed) {
        return ofLeases(Plan.of(seed, Scope.OF_DELETED_RECORDS));
    }

    private static List<ProtocolTrace> ofLeases(Plan plan) {
        List<LeaseEvent> events = new ArrayList<>();
        Cluster cluster = new Cluster(plan, false);
        cluster.traceLeases(events);
        run(cluster, plan);
        return cluster.registry().workerIds().stream()
                .map(workerId -> LeaseProjection.ofCluster(
                                workerId,
                                events,
                                !plan.reservesInARegistry(plan.mode()),
                                !plan.scope().reachesTheRegistry())
                        .trace("seed %d, worker id %d, %s".formatted(plan.seed(), workerId, plan.mode())))
                .toList();
    }

    private static void run(Cluster cluster, Plan plan) {
        String violation = cluster.run();
        if (violation != null) {
            throw new IllegalStateException("seed %d: %s".formatted(plan.seed(), violation));
        }
    }

    /** Those of tags in one schedule. */
    public static List<ProtocolTrace> ofSegments(long seed) {
        Plan plan = Plan.of(seed, Scope.EVERYTHING.in(EnumSet.of(Plan.Mode.SEGMENT)));
        SegmentPlan segments = plan.segments();
        List<SegmentEvent> events = new ArrayList<>();
        Cluster cluster = new Cluster(plan, false);
        cluster.traceSegments(events);
        run(cluster, plan);
        TreeSet<String> tags = new TreeSet<>();
        events.forEach(event -> tags.add(event.tag()));
        tags.remove("");
        return tags.stream()
                .map(tag -> new SegmentProjection(
                                tag,
                                events,
                                segments.slots(),
                                segments.isGlobal(tag.replaceAll("/.*", "")),
                                segments.commits().margin())
                        .trace("seed %d, tag '%s', %d databases".formatted(seed, tag, segments.databases())))
                .toList();
    }
}
