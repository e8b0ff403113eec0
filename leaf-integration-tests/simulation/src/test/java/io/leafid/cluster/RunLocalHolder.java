package io.leafid.cluster;

import io.leafid.file.PowerLossDisk;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.ForwardingHolder;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.file.SimulatedMarks;
import java.util.function.Supplier;

/**
 * The real holder of mode {@code local} for one process, on a disk that takes its time, in the midst of which anything may happen. Knows
 * what its disk cannot: uses of the worker id while another one had its place. For one thread.
 */
final class RunLocalHolder extends ForwardingHolder {

    private final Run run;
    private final PowerLossDisk disk;
    private final int workerId;
    private boolean isLocked;
    private long unknownBelow;

    RunLocalHolder(Run run) {
        super(holderOf(run));
        this.run = run;
        this.disk = run.machine().disk();
        this.workerId = workerIdOf(run.identity());
    }

    private static WorkerIdHolder holderOf(Run run) {
        Machine machine = run.machine();
        NodeIdentity identity = run.identity();
        PowerLossDisk disk = machine.disk();
        String directory = disk.root() + "/" + identity.port();
        boolean isShared = !run.cluster().breaks(BrokenRule.A_CONFIGURED_WORKER_ID_IS_LOCKED);
        return SimulatedMarks.holder(
                disk.path(directory),
                disk.path((isShared ? disk.root() : directory) + "/locks"),
                identity,
                workerIdOf(identity),
                machine.system(),
                machine.boot(),
                run.name());
    }

    /** The last number of the address: as the configuration has it, whatever the port. */
    private static int workerIdOf(NodeIdentity identity) {
        String host = identity.host();
        return Integer.parseInt(host.substring(host.lastIndexOf('.') + 1));
    }

    /** The process has read its clock. Where that stands behind what its disk has not seen, ids repeat, as the guarantees say. */
    void read(long wallMillis) {
        isLocked = true; // no clock is read before
        if (wallMillis < unknownBelow) {
            run.cluster().books().lost(workerId, unknownBelow);
        }
    }

    /** The system takes back what the process had locked. */
    void drop() {
        disk.afterTheEnd(super::close);
    }

    private <T> T onDisk(Supplier<T> action) {
        run.requireAlive();
        disk.afterEachStep(() -> {
            if (isLocked
                    && !SimulatedMarks.isLocking()) { // what dies while it locks would keep the lock, in this process
                run.giveWay(25, 50_000_000);
            }
        });
        try {
            return action.get();
        } finally {
            disk.afterEachStep(() -> {});
            run.requireAlive();
        }
    }

    @Override
    public WorkerIdLease acquire(LeaseRequest request) {
        isLocked = false;
        long used = run.cluster().books().lastUsed(workerId);
        unknownBelow = (run.machine().lastUsed(workerId) < used) ? used + 1 : 0;
        return onDisk(() -> super.acquire(request));
    }

    @Override
    public WorkerIdLease extend(WorkerIdLease lease, long ceilingMillis, String token) {
        return onDisk(() -> super.extend(lease, ceilingMillis, token));
    }

    @Override
    public void release(WorkerIdLease lease, long usedUpToMillis) {
        var unused = onDisk(() -> {
            super.release(lease, usedUpToMillis);
            return lease;
        });
    }
}
