package io.leafid.cluster;

import io.leafid.specification.LeaseEvent;
import io.leafid.specification.LeaseProjection;
import io.leafid.specification.ProtocolTrace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Traces of simulated clusters: what happened to each worker id, as events of the specification. */
public final class LeaseTraces {

    private static final Set<Plan.Mode> MODES =
            EnumSet.of(Plan.Mode.ZK_NORMAL, Plan.Mode.ZK_RECYCLE, Plan.Mode.MYSQL, Plan.Mode.JDBC_RECYCLE);

    /** All faults but those of settings, which the specification of one worker id leaves to guarantees.md, and deleted records. */
    private static final Set<Fault> FAULTS = EnumSet.complementOf(EnumSet.of(
            Fault.RECORD_DELETED,
            Fault.RECORDS_EMPTIED,
            Fault.CHANGE_OF_MODE,
            Fault.WRONG_SETTING,
            Fault.ORIGINAL_NODE,
            Fault.CLONED_DISK));

    private LeaseTraces() {}

    /** The traces of one schedule. */
    public static List<ProtocolTrace> of(long seed) {
        return of(Plan.of(seed, Scope.of(MODES, FAULTS)));
    }

    /** The traces of one schedule in which records are deleted under nodes that reach the registry. */
    public static List<ProtocolTrace> ofDeletedRecords(long seed) {
        return of(Plan.of(seed, Scope.OF_DELETED_RECORDS));
    }

    private static List<ProtocolTrace> of(Plan plan) {
        List<LeaseEvent> events = new ArrayList<>();
        Cluster cluster = new Cluster(plan, false);
        cluster.traceLeases(events);
        String violation = cluster.run();
        if (violation != null) {
            throw new IllegalStateException("seed %d: %s".formatted(plan.seed(), violation));
        }
        List<ProtocolTrace> traces = new ArrayList<>();
        for (int workerId : cluster.registry().workerIds()) {
            traces.add(new LeaseProjection(workerId, events, !plan.reservesInARegistry(plan.mode()))
                    .trace("seed %d, worker id %d, %s".formatted(plan.seed(), workerId, plan.mode())));
        }
        return traces;
    }
}
