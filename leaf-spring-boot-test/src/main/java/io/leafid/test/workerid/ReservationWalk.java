package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A seeded walk of three nodes through starts, extensions, pauses, releases and clock steps in a small range, and the
 * ledger that shows that no millisecond of a worker id was ever reserved twice.
 */
final class ReservationWalk {

    private static final int NODES = 3;
    private static final WorkerIdRange RANGE = new WorkerIdRange(0, 3);

    private final SharedWorkerIdHolderContract contract;
    private final long seed;
    private final Random random;
    private final Map<Integer, List<Reserved>> ledger = new HashMap<>();
    private final Map<Integer, Running> running = new HashMap<>();
    private final List<Running> paused = new ArrayList<>();

    ReservationWalk(SharedWorkerIdHolderContract contract, long seed) {
        this.contract = contract;
        this.seed = seed;
        this.random = new Random(seed);
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            int node = random.nextInt(NODES);
            Running present = running.get(node);
            if (present == null) {
                start(node);
            } else {
                goOn(node, present);
            }
            resumeOneOfThePaused();
        }
        assertThat(ledger).as("seed %s", seed).isNotEmpty();
    }

    private void goOn(int node, Running present) {
        switch (random.nextInt(6)) {
            case 0 -> {
                contract.declareDead(present.holder, WorkerIdHolderContract.node(node));
                paused.add(present);
                running.remove(node);
            }
            case 1 -> {
                long usedUpTo = Math.max(present.lease.floorMillis(), contract.time.currentTimeMillis());
                present.holder.release(present.lease, Math.min(usedUpTo, present.lease.ceilingMillis()));
                present.reserved.end = Math.min(usedUpTo, present.lease.ceilingMillis());
                present.holder.close();
                running.remove(node);
            }
            case 2 -> contract.time.shift(Duration.ofMillis(random.nextInt(-4_000, 12_000)));
            default -> extend(present);
        }
    }

    private void start(int node) {
        NodeIdentity identity = WorkerIdHolderContract.node(node);
        WorkerIdHolder holder = contract.open(identity);
        try {
            WorkerIdLease lease = holder.acquire(contract.request(identity).within(RANGE));
            running.put(node, new Running(node, holder, lease, reserve(lease)));
        } catch (WorkerIdException.Exhausted | WorkerIdException.ClockBehindMark ex) {
            contract.crash(holder, identity);
            contract.time.shift(Duration.ofSeconds(20));
        }
    }

    private void extend(Running of) {
        long ceiling = Math.max(of.lease.ceilingMillis() + 1, contract.time.currentTimeMillis() + 10_000);
        of.lease = of.holder.extend(of.lease, ceiling, of.lease.token());
        of.reserved.end = of.lease.ceilingMillis();
        check(of.lease.workerId());
    }

    /** A paused process wakes up and tries to go on: it may, if no other process took its worker id. */
    private void resumeOneOfThePaused() {
        if (paused.isEmpty() || random.nextInt(4) != 0) {
            return;
        }
        Running late = paused.remove(random.nextInt(paused.size()));
        try {
            extend(late);
        } catch (WorkerIdException.LeaseLost ex) {
            assertThat(ex).hasMessageContaining("worker id");
        }
        if (running.containsKey(late.node)) {
            late.holder.close();
        } else {
            contract.crash(late.holder, WorkerIdHolderContract.node(late.node));
        }
    }

    private Reserved reserve(WorkerIdLease lease) {
        Reserved reserved = new Reserved(lease.floorMillis(), lease.ceilingMillis());
        ledger.computeIfAbsent(lease.workerId(), id -> new ArrayList<>()).add(reserved);
        check(lease.workerId());
        return reserved;
    }

    private void check(int workerId) {
        @Nullable Reserved before = null;
        for (Reserved reserved : ledger.getOrDefault(workerId, List.of())) {
            if (before != null) {
                assertThat(reserved.floor)
                        .as("seed %s, worker id %s: %s", seed, workerId, ledger.get(workerId))
                        .isGreaterThanOrEqualTo(before.end);
            }
            before = reserved;
        }
    }

    /** One owner's time of a worker id, in the order in which it was reserved. */
    private static final class Reserved {

        private final long floor;
        private long end;

        Reserved(long floor, long end) {
            this.floor = floor;
            this.end = end;
        }

        @Override
        public String toString() {
            return "[" + floor + ", " + end + ")";
        }
    }

    /** A node that has a lease. */
    private static final class Running {

        private final int node;
        private final WorkerIdHolder holder;
        private final Reserved reserved;
        private WorkerIdLease lease;

        Running(int node, WorkerIdHolder holder, WorkerIdLease lease, Reserved reserved) {
            this.node = node;
            this.holder = holder;
            this.lease = lease;
            this.reserved = reserved;
        }
    }
}
