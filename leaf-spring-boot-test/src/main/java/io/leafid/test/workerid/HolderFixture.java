package io.leafid.test.workerid;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ShiftedTime;
import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;

/** Scene that the contracts of a holder stand on: how one is made and how it dies, and the requests that are made of it. */
abstract class HolderFixture {

    /** The reservation of the requests of this contract. */
    protected static final Duration RESERVATION = Duration.ofSeconds(10);

    /** The longest wait for a floor that the requests of this contract accept. */
    protected static final Duration MAX_WAIT = Duration.ofSeconds(15);

    /** The worker ids that the requests of this contract may take. */
    protected static final WorkerIdRange RANGE = new WorkerIdRange(0, 63);

    /** The clock of every node for which a test uses no other. */
    protected final ShiftedTime time = new ShiftedTime();

    private final List<WorkerIdHolder> opened = new CopyOnWriteArrayList<>();

    /**
     * Makes a holder as a process of its own would have it, connected to the registry of this test. The contract closes
     * it. A registry whose worker ids are configured assigns {@code i} to {@code node(i)}.
     */
    protected abstract WorkerIdHolder newHolder(NodeIdentity identity, TimeSource time);

    /**
     * Ends a holder as a crash of its process would: nothing is released. Returns when a successor with the same
     * identity need no longer wait for the registry to notice.
     */
    protected abstract void crash(WorkerIdHolder holder, NodeIdentity identity);

    /** Deletes all that the registry of this test has recorded, as a hand may: every worker id, and what the namespace was begun with. */
    protected abstract void deleteRecords();

    /** The {@code i}-th instance, from 0. */
    protected static NodeIdentity node(int i) {
        return new NodeIdentity("10.0.0." + (i + 1), 8080);
    }

    /** A holder that is closed after the test. */
    protected final WorkerIdHolder open(NodeIdentity identity, TimeSource clock) {
        WorkerIdHolder holder = newHolder(identity, clock);
        opened.add(holder);
        return holder;
    }

    /** A holder that is closed after the test, with the clock of the test. */
    protected final WorkerIdHolder open(NodeIdentity identity) {
        return open(identity, time);
    }

    /** A request as a first start makes it. */
    protected final LeaseRequest request(NodeIdentity identity) {
        return LeaseRequest.of(identity, RANGE, SnowflakeLayout.DEFAULT, time)
                .over(new LeaseRequest.Period(RESERVATION, MAX_WAIT, 0));
    }

    /** A mark of the last run, which is known to have ended. */
    protected static FoundMark ofEndedRun(HighWaterMark mark) {
        return found(mark, MarkEvidence.WRITER_ENDED);
    }

    /** A mark of the last run, and what it proves. */
    protected static FoundMark found(HighWaterMark mark, MarkEvidence evidence) {
        return new FoundMark(mark, evidence, "elsewhere");
    }

    /** The entry of the registry about a worker id. */
    protected static WorkerIdEntry entry(WorkerIdHolder holder, int workerId) {
        return holder.list().stream()
                .filter(entry -> entry.workerId() == workerId)
                .findFirst()
                .orElseThrow(() -> new AssertionError("worker id " + workerId + " is not listed"));
    }

    @AfterEach
    void closeHolders() {
        opened.forEach(WorkerIdHolder::close);
    }
}
