package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static io.leafid.lease.LeaseScene.POOLED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a lease passes from one run of a process to the next. */
class LeaseRestartTest {

    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);

    private final LeaseScene scene = new LeaseScene();
    private final LeaseScene tight = new LeaseScene(ONE);
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    /** Has the only worker id, and issues nothing. It has reported since, so that the end of use is behind its last report. */
    private LeasedNode idle() {
        LeasedNode node = tight.pooled(A, disk).start();
        tight.seconds(7);
        return node;
    }

    private static void stopUnused(LeasedNode idle) {
        idle.stop(idle.window().floorMillis());
    }

    @Test
    void releaseLetsTheNextStartGoAtOnce() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(7);
        long usedUpTo = first.now();
        first.stop(usedUpTo);
        long stopped = scene.time().elapsedNanos();

        LeasedNode second = scene.fixed(A, FIXED, disk).start();

        assertThat(scene.time().elapsedNanos()).as("nothing was waited for").isEqualTo(stopped);
        assertThat(second.window().floorMillis()).isEqualTo(usedUpTo);
        assertThat(second.canIssue()).isTrue();
    }

    @Test
    void releaseHelpsAlsoWhereTheDiskIsLost() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(7);
        long usedUpTo = first.now();
        first.stop(usedUpTo);
        disk.lose();

        LeasedNode second = scene.fixed(A, FIXED, disk).start();

        assertThat(second.window().floorMillis()).isEqualTo(usedUpTo);
        assertThat(second.canIssue()).isTrue();
    }

    @Test
    void idleInstanceThatStopsWhileTheRegistryIsAwayStartsAgainAtOnce() {
        LeasedNode first = idle();
        first.holder().connected(false);
        tight.seconds(3);
        stopUnused(first);
        long stopped = tight.time().elapsedNanos();

        LeasedNode again = tight.pooled(A, disk).start();

        assertThat(again.canIssue()).isTrue();
        assertThat(tight.time().elapsedNanos()).as("nothing was waited for").isEqualTo(stopped);
    }

    @Test
    void idleInstanceWhoseReleaseFailsStartsAgainAtOnce() {
        LeasedNode first = idle();
        first.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                throw new WorkerIdException.RegistryUnavailable("scripted", null);
            }
        });
        stopUnused(first);
        assertThat(disk.isLocked()).isFalse();

        assertThat(tight.pooled(A, disk).start().canIssue()).isTrue();
    }

    @Test
    void idleInstanceWhoseClockHasSteppedBackBeforeItsStopStartsAgainWithoutTheCeiling() {
        LeasedNode first = idle();
        first.time().step(Duration.ofSeconds(-5));
        first.holder().connected(false);
        tight.seconds(3);
        stopUnused(first);

        assertThat(tight.pooled(A, disk).start().canIssue()).isTrue();
    }

    /** The mark on the disk reserves up to its ceiling until it is replaced. */
    @Test
    void leaseTakenAfterTheKeeperWasClosedStaysRecordedWhereAMarkReserves() {
        scene.pooled(A, disk).start().crash();
        long ceiling = disk.mark().ceilingMillis();
        LeasedNode node = scene.pooled(A, disk);
        node.stop(0);

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(node::start);

        assertThat(scene.registry().ceilingOf(0)).isGreaterThanOrEqualTo(ceiling);
    }

    @Test
    void releaseWhoseReplyIsLostLetsTheNextStartGoAtOnceToo() {
        LeasedNode first = idle();
        long floor = first.window().floorMillis();
        first.holder().loseReplies();
        first.stop(floor);
        assertThat(tight.registry().ceilingOf(0)).as("the exact end of use").isEqualTo(floor);

        assertThat(tight.pooled(A, disk).start().canIssue()).isTrue();
    }

    @Test
    void clockThatIsFarAheadAtTheStopMarksNoMoreThanWasReserved() {
        LeasedNode first = scene.pooled(A, disk).start();
        long floor = first.window().floorMillis();
        scene.seconds(7);
        first.holder().connected(false);
        long ceiling = scene.registry().ceilingOf(0);
        first.time().step(Duration.ofDays(365));
        first.stop(floor);

        assertThat(disk.mark().markMillis()).isEqualTo(ceiling);
    }

    /** Its record would end before its disk does, once the clock has stepped back. */
    @Test
    void startThatGoesOnFromItsDiskSinceItsTakeIsNotHeardUsesNothingThatIsNotRecorded() {
        LeasedNode first = tight.pooled(A, disk);
        first.time().step(Duration.ofMinutes(5));
        first.start();
        first.time().step(Duration.ofMinutes(-5));
        tight.seconds(7); // a report by the clock that has stepped back
        first.holder().connected(false);
        tight.seconds(3);
        first.stop(first.now());

        LeasedNode again = tight.pooled(A, disk);
        again.holder().loseReplies();
        again.start();
        assertThat(again.state()).isEqualTo(LeaseStatus.State.LOCAL);
        again.holder().connected(false);
        tight.seconds(2 * POOLED.reservation().toSeconds());

        assertThat(again.window().ceilingMillis())
                .as("the next owner begins at the recorded ceiling")
                .isLessThanOrEqualTo(tight.registry().ceilingOf(0));
    }

    @Test
    void unusedLeaseIsGivenBackWhole() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        long floor = first.window().floorMillis();
        first.stop(0);

        assertThat(scene.registry().ceilingOf(0)).isEqualTo(floor);
    }

    @Test
    void crashMakesTheNextStartWaitUntilItsClockHasPassedTheCeiling() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(5);
        first.crash();
        disk.lose();
        long ceiling = scene.registry().ceilingOf(0);

        LeasedNode second = scene.fixed(A, FIXED, disk).start();

        assertThat(second.window().floorMillis()).isEqualTo(ceiling);
        assertThat(second.now()).isGreaterThanOrEqualTo(ceiling);
    }

    /** Its record may be deleted meanwhile, and who finds none for two report intervals takes the worker id. */
    @Test
    void startThatWaitsForItsFloorReportsMeanwhile() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(1);
        first.crash();
        disk.lose();
        long floor = scene.registry().ceilingOf(0);

        LeasedNode second = scene.fixed(A, FIXED, disk).start();

        assertThat(second.now()).isGreaterThanOrEqualTo(floor);
        assertThat(scene.registry().ceilingOf(0))
                .isGreaterThan(floor + FIXED.reservation().toMillis());
    }

    @Test
    void crashWithTheLocalMarkKeptWaitsForTheNearMarkOnly() {
        LeasedNode first = scene.pooled(A, disk).start();
        scene.seconds(5);
        first.crash();
        long mark = disk.mark().markMillis();

        LeasedNode second = scene.pooled(A, disk).start();

        assertThat(second.window().workerId()).isZero();
        assertThat(second.window().floorMillis()).isEqualTo(mark);
        assertThat(second.now()).isBetween(mark, mark + 50);
    }

    @Test
    void crashWithoutTheLocalMarkTakesAnotherFreeWorkerIdAtOnce() {
        LeasedNode first = scene.pooled(A, disk).start();
        scene.seconds(5);
        first.crash();
        disk.lose();
        long crashed = scene.time().elapsedNanos();

        LeasedNode second = scene.pooled(A, disk).start();

        assertThat(second.window().workerId()).isEqualTo(1);
        assertThat(scene.time().elapsedNanos()).isEqualTo(crashed);
    }

    /** The original reported its time every 3 s after the fact, so a small step back between two runs went unnoticed. */
    @Test
    void restartTwoSecondsAfterTheLastReportWithTheClockOneSecondBackIssuesNothingTwice() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(3); // the report
        scene.seconds(2);
        long lastUsed = first.now();
        assertThat(first.canIssue()).isTrue();
        first.crash();

        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.time().step(Duration.ofSeconds(-1));
        assertThat(second.now()).isLessThan(lastUsed);
        second.start();

        assertThat(second.window().floorMillis()).isGreaterThan(lastUsed);
        assertThat(second.now()).isGreaterThan(lastUsed);
    }

    @Test
    void sameRestartWithoutTheLocalMarkIssuesNothingTwiceEither() {
        LeasedNode first = scene.fixed(A, FIXED, null).start();
        scene.seconds(5);
        long lastUsed = first.now();
        first.crash();

        LeasedNode second = scene.fixed(A, FIXED, null);
        second.time().step(Duration.ofSeconds(-1));
        second.start();

        assertThat(second.window().floorMillis()).isGreaterThan(lastUsed);
    }

    @Test
    void clockFarBehindTheMarkEndsTheStartAndNeverFallsBackToTheFile() {
        scene.fixed(A, FIXED, disk).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.time().step(Duration.ofHours(-1));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                .isThrownBy(second::start)
                .satisfies(refused -> assertThat(Duration.between(refused.now(), refused.mark()))
                        .isGreaterThan(Duration.ofMinutes(59)));
    }

    /** Callers go on ahead of it, for as long as the lead that is allowed, and not only up to the mark. */
    @ParameterizedTest
    @ValueSource(strings = {"PT10S", "PT10M"})
    void clockThatStepsBackByLessThanTheLeadEndsNoReservation(Duration reservation) {
        KeeperSettings leading = new KeeperSettings(
                FIXED.reportInterval(),
                reservation,
                FIXED.maxWait(),
                FIXED.onRegistryLoss(),
                FIXED.peerThreshold(),
                Duration.ofHours(1));
        LeasedNode node = scene.fixed(A, leading, disk).start();
        scene.seconds(10);
        long last = node.now();
        node.time().step(Duration.ofMinutes(-30));

        for (long wanted = last; wanted < last + 1_200_000; wanted += 100) {
            LeaseWindow unused = node.keeper().windowFor(wanted);
            assertThat(node.keeper().windowFor(wanted).covers(wanted))
                    .as("%d ms after", wanted - last)
                    .isTrue();
        }
        assertThat(disk.mark().markMillis()).isGreaterThan(last + 1_200_000 - 100);
    }

    /** A caller has read the time at that moment; nothing of it is reserved once the clock is right. */
    @Test
    void clockThatIsFarAheadForAMomentHoldsUpNoLaterStart() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        LeaseWindow unused =
                node.keeper().windowFor(node.now() + Duration.ofDays(365).toMillis());
        scene.seconds(10);
        node.crash();

        assertThat(scene.fixed(A, FIXED, disk).start().canIssue()).isTrue();
    }

    /** What the run before had borrowed from the future, the next may borrow too. */
    @Test
    void startWaitsForNothingWhileTheFloorIsWithinTheLeadThatIsAllowed() {
        KeeperSettings leading = new KeeperSettings(
                FIXED.reportInterval(),
                FIXED.reservation(),
                FIXED.maxWait(),
                FIXED.onRegistryLoss(),
                FIXED.peerThreshold(),
                Duration.ofHours(1));
        for (NodeIdentity identity : List.of(A, B)) {
            InMemoryLocalMark mark = identity.equals(A) ? disk : null;
            scene.fixed(identity, FIXED, mark).start().crash();
            LeasedNode second = scene.fixed(identity, leading, mark);
            second.time().step(Duration.ofMinutes(-59));
            long began = second.now();
            second.start();

            assertThat(second.now()).isEqualTo(began);
            assertThat(second.window().floorMillis())
                    .isBetween(began + 3_540_000, began + 3_600_000)
                    .isLessThan(second.window().ceilingMillis());
            second.crash();

            LeasedNode third = scene.fixed(identity, leading, mark);
            third.time().step(Duration.ofMinutes(-61));
            assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(third::start);
        }
    }

    @Test
    void clockFarBehindTheMarkEndsTheStartAlsoWhileTheRegistryIsAway() {
        scene.fixed(A, FIXED, disk).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.time().step(Duration.ofHours(-1));
        second.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(second::start);
    }

    @Test
    void clockThatNeverArrivesEndsTheWait() {
        scene.fixed(A, FIXED, null).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, null);
        scene.time().every(Duration.ofMillis(50), () -> second.time().step(Duration.ofMillis(-50)));

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(second::start);
    }

    @Test
    void interruptEndsTheWaitAndStaysSet() {
        scene.fixed(A, FIXED, null).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, null);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(second::start);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void secondLiveProcessWithTheSameIdentityIsRefused() {
        scene.fixed(A, FIXED, disk).start();

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> scene.fixed(A, FIXED, null).start());
    }

    @Test
    void secondProcessOnAFreshCopyOfTheDiskIsRefusedAndTheFirstGoesOn() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> scene.fixed(A, FIXED, disk.copy()).start());

        scene.seconds(60);
        assertThat(owner.canIssue()).isTrue();
        assertThat(owner.events()).isEmpty();
    }

    @Test
    void secondProcessOnAFreshCopyOfTheDiskTakesAnotherWorkerIdWhereAnyWillDo() {
        LeasedNode owner = scene.pooled(A, disk).start();

        LeasedNode second = scene.pooled(A, disk.copy()).start();

        assertThat(second.window().workerId()).isNotEqualTo(owner.window().workerId());
        scene.seconds(60);
        assertThat(owner.canIssue()).isTrue();
        assertThat(second.canIssue()).isTrue();
        assertThat(owner.events()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"COPY", "SAME_PLACE"})
    void crashWithAMarkThatProvesNothingWaitsForTheCeiling(MarkEvidence evidence) {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(5);
        first.crash();
        long ceiling = scene.registry().ceilingOf(0);

        LeasedNode second = scene.fixed(A, FIXED, disk.proving(evidence)).start();

        assertThat(second.window().floorMillis()).isEqualTo(ceiling);
        assertThat(second.canIssue()).isTrue();
    }

    @Test
    void stoppedKeeperHoldsNothingAsksNothingAndTakesALeaseAnewWhenStarted() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        scene.seconds(7);
        WorkerIdLease before = Objects.requireNonNull(node.lease());
        long usedUpTo = node.now();
        node.keeper().stop(usedUpTo, LeasedNode.STOP_TIMEOUT);
        int calls = node.holder().calls();
        scene.seconds(30);

        assertThat(node.canIssue()).isFalse();
        assertThat(node.holder().calls()).isEqualTo(calls);
        assertThat(scene.registry().ceilingOf(0)).isEqualTo(usedUpTo);
        assertThat(disk.isLocked()).isFalse();

        node.keeper().restart();
        assertThat(Objects.requireNonNull(node.lease()).token()).isNotEqualTo(before.token());
        assertThat(disk.isLocked()).isTrue();
        scene.seconds(60);
        assertThat(node.canIssue()).isTrue();
        assertThat(node.state()).isEqualTo(LeaseStatus.State.HELD);
    }

    /** Two machines are woken from one image: each of them takes a lease for itself, or is told why it gets none. */
    @Test
    void twoCopiesOfAStoppedProcessShareNoWorkerId() {
        LeasedNode first = scene.pooled(A, disk).start();
        first.keeper().stop(first.now(), LeasedNode.STOP_TIMEOUT);
        LeasedNode second = scene.pooled(A, disk.copy());

        first.keeper().restart();
        second.start();
        assertThat(second.window().workerId()).isNotEqualTo(first.window().workerId());

        LeaseScene fixed = new LeaseScene();
        LeasedNode owner = fixed.fixed(A, FIXED, disk).start();
        owner.keeper().stop(owner.now(), LeasedNode.STOP_TIMEOUT);
        LeasedNode copy = fixed.fixed(A, FIXED, disk.copy());
        owner.keeper().restart();
        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(copy::start);
    }

    @Test
    void restartBeginsAboveWhatWasUsedThoughTheClockHasSteppedBack() {
        LeasedNode node = scene.pooled(A, null).start();
        scene.seconds(7);
        long usedUpTo = node.now() + 1;
        node.keeper().stop(usedUpTo, LeasedNode.STOP_TIMEOUT);
        scene.pooled(B, null).start();
        node.time().step(Duration.ofSeconds(-5));

        node.keeper().restart();

        assertThat(node.window().workerId()).as("the former one is B's now").isEqualTo(1);
        assertThat(node.window().floorMillis()).isEqualTo(usedUpTo);
    }

    @Test
    void restartThatFailsLeavesEverythingFreeForTheNext() {
        LeasedNode node = scene.pooled(A, null).start();
        node.keeper().stop(node.now(), LeasedNode.STOP_TIMEOUT);
        node.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> node.keeper().restart());
        assertThat(node.canIssue()).isFalse();

        node.holder().connected(true);
        node.keeper().restart();
        assertThat(node.canIssue()).isTrue();
    }

    @Test
    void restartThatEndsWithAnErrorLeavesEverythingFreeForTheNext() {
        LeasedNode node = scene.pooled(A, null).start();
        node.keeper().stop(node.now(), LeasedNode.STOP_TIMEOUT);
        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                throw new OutOfMemoryError("scripted");
            }
        });
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> node.keeper().restart());

        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {});
        node.keeper().restart();
        assertThat(node.canIssue()).isTrue();
    }

    @Test
    void failedStartUnlocksTheLocalMark() {
        LeasedNode node = scene.fixed(A, FIXED, disk);
        node.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(node::start);

        node.stop(0);

        assertThat(disk.isLocked()).isFalse();
    }

    @Test
    void lastMarkThatCannotBeWrittenKeepsTheWorkerIdReserved() {
        LeasedNode first = scene.pooled(A, disk).start();
        scene.seconds(5);
        long ceiling = scene.registry().ceilingOf(0);
        disk.full(true);
        first.stop(first.now());

        assertThat(disk.isLocked()).isFalse();
        assertThat(scene.registry().ceilingOf(0))
                .as("the mark on the disk still entitles to the time up to the ceiling")
                .isEqualTo(ceiling);
        assertThat(scene.pooled(B, null).start().window().workerId()).isEqualTo(1);
    }

    @Test
    void closingTwiceReleasesOnce() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        first.stop(first.now());
        int calls = first.holder().calls();
        first.stop(first.now() + 5_000);

        assertThat(first.holder().calls()).isEqualTo(calls);
        assertThat(first.state()).isEqualTo(LeaseStatus.State.RELEASED);
    }

    @Test
    void extensionUnderWayWhileTheKeeperIsClosedDoesNotReviveTheLease() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        long[] usedUpTo = new long[1];
        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void after() {
                node.holder().interfere(InMemoryWorkerIdRegistry.Interference.NONE);
                usedUpTo[0] = node.now();
                node.stop(usedUpTo[0]);
            }
        });
        scene.seconds(3);

        assertThat(node.state()).isEqualTo(LeaseStatus.State.RELEASED);
        assertThat(scene.registry().ceilingOf(0)).isEqualTo(usedUpTo[0]);
        assertThat(disk.mark().markMillis()).isEqualTo(usedUpTo[0]);
    }

    @Test
    void manyCleanStopsNeverRunOutOfWorkerIds() {
        for (int i = 0; i < 1_100; i++) {
            LeasedNode node = scene.pooled(new NodeIdentity("10.1.0." + (i % 250), 1_000 + i), null)
                    .start();
            node.stop(node.now());
        }
        assertThat(scene.pooled(A, null).start().window().workerId()).isZero();
    }

    @Test
    void leaseTakenAfterTheKeeperWasClosedIsGivenBackAndNotUsed() {
        LeasedNode node = scene.pooled(A, disk);
        node.stop(0);

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(node::start);

        assertThat(node.state()).isEqualTo(LeaseStatus.State.RELEASED);
        assertThat(node.canIssue()).isFalse();
    }
}
