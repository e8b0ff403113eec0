package io.leafid.cluster;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Traces of simulated clusters: what happened to each worker id, as events of the specification. */
public final class WorkerIdTraces {

    private static final Set<Plan.Mode> MODES =
            EnumSet.of(Plan.Mode.ZK_NORMAL, Plan.Mode.ZK_RECYCLE, Plan.Mode.MYSQL, Plan.Mode.JDBC_RECYCLE);

    /** All faults but those of records and of settings, which the specification of one worker id leaves to guarantees.md. */
    private static final Set<Fault> FAULTS = EnumSet.complementOf(EnumSet.of(
            Fault.FAIL_OVER,
            Fault.DATABASE_CRASH,
            Fault.RECORD_REWOUND,
            Fault.RECORD_DELETED,
            Fault.RECORDS_EMPTIED,
            Fault.CHANGE_OF_MODE,
            Fault.WRONG_SETTING,
            Fault.ORIGINAL_NODE,
            Fault.CLONED_DISK));

    private WorkerIdTraces() {}

    /** The traces of one schedule; none if its marks go beyond the ceiling. */
    public static List<WorkerIdTrace> of(long seed) {
        Plan plan = Plan.of(seed, Scope.of(MODES, FAULTS));
        if (!plan.reservesInARegistry(plan.mode())) {
            return List.of();
        }
        Trace trace = new Trace();
        Cluster cluster = new Cluster(plan, false);
        cluster.trace(trace);
        String violation = cluster.run();
        if (violation != null) {
            throw new IllegalStateException("seed %d: %s".formatted(seed, violation));
        }
        List<WorkerIdTrace> traces = new ArrayList<>();
        for (int workerId : cluster.registry().workerIds()) {
            traces.add(new WorkerIdProjection(workerId, trace.events())
                    .trace("seed %d, worker id %d, %s".formatted(seed, workerId, plan.mode())));
        }
        return traces;
    }
}
