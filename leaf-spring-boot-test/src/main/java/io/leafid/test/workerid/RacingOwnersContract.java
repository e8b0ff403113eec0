package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Contract of a shared registry about two who change one record, or look at it: a change is a compare-and-set. */
abstract class RacingOwnersContract extends DeletedRecordsContract {

    /** How much later each repetition begins one of two changes, so that they meet also where one needs several steps. */
    private static final long LATER_NANOS = 200_000;

    /**
     * Makes the registry take the process of a holder for dead, as it does after a long pause. The holder itself does
     * not know and can be called again.
     */
    protected abstract void declareDead(WorkerIdHolder holder, NodeIdentity identity);

    /** One of them finds what the other has written: comparing first and writing then is not enough. */
    @RepeatedTest(8)
    void extensionOfAPausedOwnerAndTakeOverAtTheSameTimeDoNotBothHold(RepetitionInfo repetition) throws Exception {
        WorkerIdHolder paused = open(node(0));
        WorkerIdLease old = paused.acquire(request(node(0)));
        declareDead(paused, node(0));
        NodeIdentity heir = paused.isFixed() ? node(0) : node(1);
        WorkerIdHolder successor = open(heir);
        LeaseRequest takeOver = request(heir).within(new WorkerIdRange(old.workerId(), old.workerId()));

        CountDownLatch together = new CountDownLatch(1);
        CompletableFuture<Optional<WorkerIdLease>> extension = CompletableFuture.supplyAsync(() -> {
            together.countDown();
            time.parkNanos(LATER_NANOS * (repetition.getCurrentRepetition() - 1));
            return unlessRefused(() -> paused.extend(old, old.ceilingMillis() + 3_000, old.token()));
        });
        together.await();
        Optional<WorkerIdLease> taken = unlessRefused(() -> successor.acquire(takeOver));
        Optional<WorkerIdLease> extended = extension.join();

        if (taken.isPresent() && extended.isPresent()) {
            assertThat(taken.get().floorMillis())
                    .isGreaterThanOrEqualTo(extended.get().ceilingMillis());
        }
        taken.ifPresent(lease -> assertThat(entry(successor, lease.workerId()).ceiling())
                .isEqualTo(Instant.ofEpochMilli(lease.ceilingMillis())));
    }

    private static Optional<WorkerIdLease> unlessRefused(Supplier<WorkerIdLease> change) {
        try {
            return Optional.of(change.get());
        } catch (WorkerIdException ex) {
            return Optional.empty();
        }
    }

    @Test
    void lookTakesNothing() {
        WorkerIdHolder holder = open(node(0));

        holder.look(request(node(0)));

        assertThat(holder.list()).isEmpty();
    }
}
