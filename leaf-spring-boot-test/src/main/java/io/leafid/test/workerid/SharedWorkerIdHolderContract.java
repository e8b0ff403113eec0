package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.time.ShiftedTime;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every holder whose registry is shared by many nodes and chooses their worker ids. */
public abstract class SharedWorkerIdHolderContract extends RacingOwnersContract {

    private static final int NODES = 32;

    /** Runs a call of the holder whose change reaches the registry while the answer does not reach the holder. */
    protected abstract void losingTheReply(WorkerIdHolder holder, Runnable call);

    @Override
    protected void crash(WorkerIdHolder holder, NodeIdentity identity) {
        declareDead(holder, identity);
        holder.close();
    }

    /** A run that was resumed from the file gets a token of its own with its first extension, so that this can be told. */
    @Test
    void lateReleaseOfAnEarlierRunChangesNothing() {
        WorkerIdHolder earlier = open(node(0));
        WorkerIdLease lease = earlier.acquire(request(node(0)));
        declareDead(earlier, node(0));
        WorkerIdHolder later = open(node(0));
        WorkerIdLease resumed = later.extend(
                lease, lease.ceilingMillis() + 5_000, UUID.randomUUID().toString());

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> earlier.release(lease, lease.floorMillis()));
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> earlier.extend(lease, lease.ceilingMillis() + 90_000, lease.token()));

        assertThat(entry(later, lease.workerId()).ceiling()).isEqualTo(Instant.ofEpochMilli(resumed.ceilingMillis()));
    }

    /** One node's setting holds for all that start later. */
    @Test
    void floorOfTheNamespaceHoldsForNodesThatNameNone() {
        long floor = time.currentTimeMillis() + 1_000;
        WorkerIdLease first = open(node(0)).acquire(request(node(0)).notBefore(floor));
        WorkerIdLease second = open(node(1)).acquire(request(node(1)));

        assertThat(first.floorMillis()).isEqualTo(floor);
        assertThat(second.floorMillis()).isEqualTo(floor);
        assertThat(second.ceilingMillis()).isGreaterThan(floor);
    }

    /** A floor that lies too far ahead is refused as a clock that is behind; the worker id stays free. */
    @Test
    void floorThatLiesFarAheadIsRefused() {
        long floor = time.currentTimeMillis() + 3_600_000;
        open(node(0)).acquire(request(node(0)));

        assertThatExceptionOfType(WorkerIdException.ClockBehindFloor.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).notBefore(floor)))
                .withMessageContaining("but ids may not be of a time before " + Instant.ofEpochMilli(floor));
        assertThatExceptionOfType(WorkerIdException.ClockBehindFloor.class)
                .as("it is recorded for all")
                .isThrownBy(() -> open(node(2)).acquire(request(node(2))));
    }

    @Test
    void releaseThatIsAppliedAgainAfterTheNextStartChangesNothing() {
        WorkerIdHolder earlier = open(node(0));
        WorkerIdLease lease = earlier.acquire(request(node(0)));
        long usedUpTo = time.currentTimeMillis();
        earlier.release(lease, usedUpTo);
        earlier.release(lease, usedUpTo); // by a driver or a proxy that repeats what it has not heard the end of
        WorkerIdHolder later = open(node(0));
        WorkerIdLease next = later.acquire(request(node(0)));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class).isThrownBy(() -> earlier.release(lease, usedUpTo));
        assertThat(entry(later, next.workerId()).ceiling()).isEqualTo(Instant.ofEpochMilli(next.ceilingMillis()));
    }

    @Test
    void concurrentFirstBootGivesDistinctWorkerIds() throws Exception {
        CyclicBarrier together = new CyclicBarrier(NODES);
        List<Callable<WorkerIdLease>> boots = IntStream.range(0, NODES)
                .<Callable<WorkerIdLease>>mapToObj(i -> () -> {
                    WorkerIdHolder holder = open(node(i));
                    together.await();
                    return holder.acquire(request(node(i)));
                })
                .toList();
        ExecutorService threads = Executors.newFixedThreadPool(NODES);
        try {
            List<Integer> workerIds = new ArrayList<>();
            for (Future<WorkerIdLease> lease : threads.invokeAll(boots)) {
                workerIds.add(lease.get().workerId());
            }
            assertThat(workerIds).hasSize(NODES).doesNotHaveDuplicates().allMatch(RANGE::contains);
        } finally {
            threads.shutdownNow();
        }
    }

    /** As long a pause as one likes: what the paused owner may still issue lies below what the new one may. */
    @Test
    void pausedOwnerFindsItsLeaseLostAndOverlapsNoOther() {
        WorkerIdHolder paused = open(node(0));
        WorkerIdLease old = paused.acquire(request(node(0)));
        declareDead(paused, node(0));
        time.shift(Duration.ofMinutes(1));
        NodeIdentity heir = paused.isFixed() ? node(0) : node(1);
        WorkerIdHolder successor = open(heir);
        WorkerIdRange one = new WorkerIdRange(old.workerId(), old.workerId());
        WorkerIdLease taken = successor.acquire(request(heir).within(one));

        assertThat(taken.workerId()).isEqualTo(old.workerId());
        assertThat(taken.floorMillis()).isGreaterThanOrEqualTo(old.ceilingMillis());
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> paused.extend(old, old.ceilingMillis() + 90_000, old.token()))
                .withMessageContaining("worker id " + old.workerId());
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> paused.release(old, old.floorMillis()));
        assertThat(entry(successor, old.workerId()).ceiling()).isEqualTo(Instant.ofEpochMilli(taken.ceilingMillis()));
        assertThat(successor
                        .extend(taken, taken.ceilingMillis() + 3_000, taken.token())
                        .ceilingMillis())
                .isEqualTo(taken.ceilingMillis() + 3_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void extensionWhoseReplyIsLostIsUnknownAndHealsByTheSameToken(boolean isFresh) {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        String token = isFresh ? UUID.randomUUID().toString() : lease.token();
        losingTheReply(
                holder,
                () -> assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                        .isThrownBy(() -> holder.extend(lease, lease.ceilingMillis() + 3_000, token)));
        long ceiling =
                holder.extend(lease, lease.ceilingMillis() + 4_000, token).ceilingMillis();
        assertThat(ceiling).isEqualTo(lease.ceilingMillis() + 4_000);
        assertThat(entry(holder, lease.workerId()).ceiling()).isEqualTo(Instant.ofEpochMilli(ceiling));
    }

    @Test
    void acquisitionWhoseReplyIsLostIsRepeatedWithoutOverlap() {
        WorkerIdHolder holder = open(node(0));
        List<WorkerIdLease> unheard = new ArrayList<>();

        losingTheReply(
                holder,
                () -> assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                        .isThrownBy(() -> unheard.add(holder.acquire(request(node(0))))));
        WorkerIdLease lease = holder.acquire(request(node(0)));

        assertThat(unheard).isEmpty();
        assertThat(entry(holder, lease.workerId()).self()).isTrue();
        assertThat(holder.extend(lease, lease.ceilingMillis() + 3_000, lease.token())
                        .ceilingMillis())
                .isEqualTo(lease.ceilingMillis() + 3_000);
    }

    @Test
    void releaseWhoseReplyIsLostLeavesNothingThatOverlaps() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)));
        long usedUpTo = time.currentTimeMillis();

        losingTheReply(
                holder,
                () -> assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                        .isThrownBy(() -> holder.release(lease, usedUpTo)));
        crash(holder, node(0));
        WorkerIdLease next = open(node(0)).acquire(request(node(0)));

        assertThat(next.workerId()).isEqualTo(lease.workerId());
        assertThat(next.floorMillis()).isEqualTo(usedUpTo);
    }

    @Test
    void exhaustedRangeNamesThoseWhoHoldIt() {
        WorkerIdRange two = new WorkerIdRange(0, 1);
        WorkerIdLease first = open(node(0)).acquire(request(node(0)).within(two));
        WorkerIdLease second = open(node(1)).acquire(request(node(1)).within(two));

        assertThat(List.of(first.workerId(), second.workerId())).containsExactlyInAnyOrder(0, 1);
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                    .isThrownBy(() -> open(node(2)).acquire(request(node(2)).within(two)))
                    .withMessageContaining("0-1")
                    .satisfies(refused -> assertThat(refused.holders())
                            .extracting(WorkerIdEntry::owner)
                            .containsExactlyInAnyOrder(node(0).toString(), node(1).toString()));
        }
        assertThat(open(node(2)).list()).as("nothing leaks").hasSize(2);
    }

    @Test
    void listIsSortedAndTellsTheLiveFromTheDeadAndTheOwnFromTheOthers() {
        WorkerIdHolder dead = open(node(0));
        WorkerIdLease ofDead = dead.acquire(request(node(0)));
        WorkerIdHolder live = open(node(1));
        WorkerIdLease ofLive = live.acquire(request(node(1)));
        crash(dead, node(0));
        WorkerIdHolder own = open(node(2));
        WorkerIdLease ofOwn = own.acquire(request(node(2)).within(new WorkerIdRange(2, RANGE.last())));

        assertThat(own.list())
                .extracting(WorkerIdEntry::workerId)
                .isSorted()
                .containsExactlyInAnyOrder(ofDead.workerId(), ofLive.workerId(), ofOwn.workerId());
        assertThat(entry(own, ofDead.workerId()).live()).isFalse();
        assertThat(entry(own, ofLive.workerId()).live()).isTrue();
        assertThat(entry(own, ofLive.workerId()).self()).isFalse();
        assertThat(entry(own, ofOwn.workerId()).live()).isTrue();
        assertThat(entry(own, ofOwn.workerId()).self()).isTrue();
    }

    @Test
    void clocksAreComparedThroughTheRegistry() {
        ShiftedTime ahead = new ShiftedTime();
        ahead.shift(Duration.ofMinutes(7));
        open(node(0)).acquire(request(node(0)));
        open(node(1), ahead).acquire(request(node(1)).by(ahead));
        WorkerIdHolder newcomer = open(node(2));

        List<ClockReading> readings = newcomer.clockReadings(Duration.ofMinutes(1));

        assertThat(readings)
                .filteredOn(ClockReading::self)
                .extracting(ClockReading::owner)
                .containsExactly(node(2).toString());
        Duration own = offset(readings, node(2));
        assertThat(offset(readings, node(0)).minus(own)).isBetween(Duration.ofMinutes(-1), Duration.ofMinutes(1));
        assertThat(offset(readings, node(1)).minus(own)).isBetween(Duration.ofMinutes(6), Duration.ofMinutes(8));
    }

    @Test
    void clocksOfTheDeadAreNotRead() {
        WorkerIdHolder dead = open(node(0));
        dead.acquire(request(node(0)));
        WorkerIdHolder released = open(node(1));
        released.release(released.acquire(request(node(1))), time.currentTimeMillis());
        crash(dead, node(0));
        released.close();

        assertThat(open(node(2)).clockReadings(Duration.ofMinutes(1))).allMatch(ClockReading::self);
    }

    @Test
    void clocksAreReadAlsoWhileTheWorkerIdIsHeld() {
        WorkerIdHolder holder = open(node(0));
        holder.acquire(request(node(0)));
        time.shift(Duration.ofMinutes(9));

        assertThat(offset(holder.clockReadings(Duration.ofMinutes(1)), node(0)))
                .isBetween(Duration.ofMinutes(8), Duration.ofMinutes(10));
    }

    private static Duration offset(List<ClockReading> readings, NodeIdentity identity) {
        return readings.stream()
                .filter(reading -> reading.owner().equals(identity.toString()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no reading of " + identity + " in " + readings))
                .offset();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void reservationsOfOneWorkerIdNeverOverlapInAnyOrderOfEvents(long seed) {
        new ReservationWalk(this, seed).run(30);
    }
}
