package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static io.leafid.lease.LeaseScene.STRICT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.testing.CapturedLog;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What becomes of a lease while the registry is away, and when it comes back. */
class LeaseOutageTest {

    private final LeaseScene scene = new LeaseScene();
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    @Test
    void fixedWorkerIdGoesOnByTheLocalMarkAlone() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.holder().connected(false);

        for (int i = 0; i < 600; i++) {
            scene.seconds(1);
            assertThat(node.canIssue()).isTrue();
            assertThat(node.window().ceilingMillis()).isEqualTo(disk.mark().markMillis());
        }
        assertThat(node.events())
                .hasOnlyElementsOfType(LeafEvent.WorkerIdRegistryDown.class)
                .hasSize(1);
    }

    @Test
    void registryThatHangsHoldsUpNothing() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.registryThread().defer();

        for (int i = 0; i < 120; i++) {
            scene.seconds(1);
            assertThat(node.canIssue()).as("after %d s", i).isTrue();
        }
        assertThat(node.registryThread().queued()).as("calls do not pile up").isEqualTo(1);
    }

    /** As after a move from a generator whose ids are ahead. */
    @Test
    void startFromTheMarkAloneBeginsAtTheFloorOfAll() {
        LeasedNode former = scene.fixed(A, FIXED, disk).start();
        former.stop(former.now());
        InMemoryWorkerIdRegistry.Holder holder = scene.registry().fixed(A, scene.time());
        holder.connected(false);
        long floor = former.now() + 5_000;
        LeaseKeeper keeper = new LeaseKeeper(
                holder,
                disk.reopened(),
                new LeaseTerms(A, new WorkerIdRange(0, 7), SnowflakeLayout.DEFAULT, FIXED, floor),
                scene.time(),
                new KeeperThreads(scene.time(), new ManualExecutor(), new ManualExecutor()),
                event -> {});

        keeper.start();

        assertThat(keeper.status().state()).isEqualTo(LeaseStatus.State.LOCAL);
        assertThat(keeper.window().floorMillis()).isEqualTo(floor);
    }

    @Test
    void fixedWorkerIdStopsAtTheCeilingIfToldTo() {
        LeasedNode node = scene.fixed(A, STRICT, disk).start();
        node.holder().connected(false);
        long ceiling = scene.registry().ceilingOf(0);

        issuesUpToAndNotBeyond(node, ceiling);
    }

    @Test
    void withoutALocalMarkIdsStopAtTheCeiling() {
        LeasedNode node = scene.fixed(A, FIXED, null).start();
        node.holder().connected(false);
        long ceiling = scene.registry().ceilingOf(0);

        issuesUpToAndNotBeyond(node, ceiling);
    }

    @Test
    void freeWorkerIdStopsAtTheCeilingAndResumesByItself() {
        LeasedNode node = scene.pooled(A, disk).start();
        node.holder().connected(false);
        long ceiling = scene.registry().ceilingOf(0);

        issuesUpToAndNotBeyond(node, ceiling);
        node.holder().connected(true);
        scene.seconds(3);
        assertThat(node.canIssue()).isTrue();
        assertThat(node.keeper().status().registryUp()).isTrue();
    }

    /** A refusal is an answer: only a registry that does not answer is gone on without. */
    @Test
    void fixedWorkerIdStopsAtTheCeilingIfTheRegistryRefusesIt() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                throw new WorkerIdException.UnfitRegistry("its table could forget", "set another", null);
            }
        });
        long ceiling = scene.registry().ceilingOf(0);

        issuesUpToAndNotBeyond(node, ceiling);
        assertThat(node.state()).isEqualTo(LeaseStatus.State.HELD);
    }

    /** As by default, where nothing says what a fixed one would do. */
    @Test
    void freeWorkerIdStopsAtTheCeilingThoughAFixedOneWouldGoOn() {
        LeasedNode node = scene.pooled(A, FIXED, disk).start();
        node.holder().connected(false);
        long ceiling = scene.registry().ceilingOf(0);

        issuesUpToAndNotBeyond(node, ceiling);
    }

    private void issuesUpToAndNotBeyond(LeasedNode node, long ceiling) {
        while (node.now() < ceiling) {
            assertThat(node.canIssue())
                    .as("%d ms before the ceiling", ceiling - node.now())
                    .isTrue();
            scene.millis(100);
        }
        assertThat(node.window().ceilingMillis()).isEqualTo(ceiling);
        assertThat(node.canIssue()).isFalse();
    }

    @Test
    void registryThatReturnsTakesTheReservationUpFromWhereTheMarkStands() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.holder().connected(false);
        scene.seconds(100);
        node.holder().connected(true);
        scene.seconds(3);

        assertThat(node.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(node.window().ceilingMillis())
                .isLessThanOrEqualTo(scene.registry().ceilingOf(0));
    }

    @Test
    void startWithTheRegistryAwayGoesOnFromTheLocalMark() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(5);
        first.crash();
        long mark = disk.mark().markMillis();

        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.holder().connected(false);
        second.start();

        assertThat(second.state()).isEqualTo(LeaseStatus.State.LOCAL);
        assertThat(second.window().floorMillis()).isEqualTo(mark);
        assertThat(second.now()).as("the clock has passed the mark").isGreaterThanOrEqualTo(mark);
        assertThat(second.canIssue()).isTrue();
        scene.seconds(60);
        assertThat(second.canIssue()).isTrue();
    }

    /** It was given back; a clock that is behind its end changes nothing about that. */
    @Test
    void markThatReservesNothingIsNotResumedFrom() {
        LeasedNode first = scene.fixed(A, STRICT, disk).start();
        scene.seconds(5);
        first.stop(first.now());
        LeasedNode second = scene.fixed(A, STRICT, disk);
        second.time().step(Duration.ofSeconds(-2));
        second.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(second::start);
    }

    @Test
    void startFromACopiedMarkIsRefusedWhileTheRegistryIsAway() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        LeasedNode second = scene.fixed(A, FIXED, disk.copy());
        second.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(second::start)
                .withMessageContaining("looks copied")
                .withMessageContaining("written in memory")
                .withMessageContaining("the registry cannot be reached")
                .withCauseInstanceOf(WorkerIdException.RegistryUnavailable.class);
        assertThat(owner.canIssue()).isTrue();
    }

    @Test
    void startFromTheMarkOfAnotherRegistryIsRefusedWhileTheRegistryIsAway() {
        scene.fixed(A, FIXED, disk).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, disk.proving(MarkEvidence.OTHER_REGISTRY));
        second.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(second::start)
                .withMessageContaining("is about another one");
    }

    @Test
    void startAfterARebootGoesOnAboveTheCeilingWhileTheRegistryIsAway() {
        scene.fixed(A, FIXED, disk).start().crash();
        long ceiling = scene.registry().ceilingOf(0);
        LeasedNode second = scene.fixed(A, FIXED, disk.proving(MarkEvidence.SAME_PLACE));
        second.holder().connected(false);
        second.start();

        assertThat(second.window().floorMillis()).isEqualTo(ceiling);
        scene.seconds(60);
        assertThat(second.canIssue()).isTrue();
    }

    /** A machine that was cloned looks rebooted; within a reservation that is not renewed there is no room for two. */
    @Test
    void freeWorkerIdIsNotResumedAfterARebootWhileTheRegistryIsAway() {
        scene.pooled(A, disk).start().crash();
        LeasedNode second = scene.pooled(A, disk.proving(MarkEvidence.SAME_PLACE));
        second.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class).isThrownBy(second::start);
    }

    /** What a run recorded that was resumed from the file cannot be undone by what the run before sent late. */
    @Test
    void runResumedFromTheFileGetsATokenOfItsOwnAndMarksIt() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        WorkerIdLease former = Objects.requireNonNull(first.lease());
        first.crash();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.holder().connected(false);
        second.start();
        second.holder().connected(true);
        scene.seconds(3);
        long ceiling = scene.registry().ceilingOf(0);

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> first.holder().release(former, former.floorMillis()));

        assertThat(scene.registry().ceilingOf(0)).isEqualTo(ceiling);
        assertThat(disk.mark().token()).isNotEqualTo(former.token());
        assertThat(second.canIssue()).isTrue();
        second.crash();
        assertThat(scene.fixed(A, FIXED, disk).start().window().floorMillis())
                .as("the mark still belongs to what the registry has recorded")
                .isLessThan(ceiling);
    }

    /** The mark keeps its place when the token changes, even where the clock has stepped back meanwhile. */
    @Test
    void markWithAnotherTokenIsNotLowerThanTheOneBefore() {
        scene.fixed(A, FIXED, disk).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.holder().connected(false);
        second.start();
        scene.seconds(30);
        long mark = disk.mark().markMillis();
        second.time().step(Duration.ofSeconds(-20));
        second.holder().connected(true);
        scene.seconds(3);

        assertThat(second.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(disk.writes()).extracting(HighWaterMark::markMillis).isSorted();
        assertThat(disk.mark().markMillis()).isGreaterThanOrEqualTo(mark);
        assertThat(scene.registry().ceilingOf(0))
                .as("the registry is not left below the mark")
                .isGreaterThanOrEqualTo(mark);
    }

    @Test
    void localStartHealsWhenTheRegistryReturns() {
        scene.fixed(A, FIXED, disk).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.holder().connected(false);
        second.start();
        scene.seconds(20);
        second.holder().connected(true);
        scene.seconds(3);

        assertThat(second.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(second.canIssue()).isTrue();
        assertThat(second.events())
                .hasExactlyElementsOfTypes(LeafEvent.WorkerIdRegistryDown.class, LeafEvent.WorkerIdRegistryUp.class);
    }

    @Test
    void localStartFindsOutThatAnotherProcessHasTheWorkerId() {
        scene.fixed(A, FIXED, disk).start().crash();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.holder().connected(false);
        second.start();
        scene.registry().giveTo(B, 0, second.now() + 10_000);
        second.holder().connected(true);
        scene.seconds(3);

        assertThat(second.events()).hasAtLeastOneElementOfType(LeafEvent.LeaseLost.class);
        scene.seconds(10);
        assertThat(second.window().workerId()).isNotEqualTo(0);
        assertThat(second.canIssue()).isTrue();
    }

    @Test
    void startWithoutRegistryAndWithoutMarkFails() {
        LeasedNode node = scene.fixed(A, FIXED, disk);
        node.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(node::start);
    }

    @Test
    void strictStartWithoutRegistryStaysBelowTheCeiling() {
        scene.fixed(A, STRICT, disk).start().crash();
        long ceiling = scene.registry().ceilingOf(0);
        LeasedNode second = scene.fixed(A, STRICT, disk);
        second.holder().connected(false);
        second.start();

        issuesUpToAndNotBeyond(second, ceiling);
    }

    @Test
    void freeWorkerIdStartsWithoutRegistryWithinItsReservationOnly() {
        scene.pooled(A, disk).start().crash();
        long ceiling = scene.registry().ceilingOf(0);

        LeasedNode second = scene.pooled(A, disk);
        second.holder().connected(false);
        second.start();
        assertThat(second.canIssue()).isTrue();
        second.crash();

        scene.time().advance(Duration.ofMillis(ceiling - scene.time().currentTimeMillis()));
        LeasedNode third = scene.pooled(A, disk);
        third.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(third::start);
    }

    @Test
    void releasedWorkerIdIsNotResumedFromTheLocalMark() {
        LeasedNode first = scene.pooled(A, disk).start();
        scene.seconds(5);
        first.stop(first.now());
        LeasedNode other = scene.pooled(B, null).start();
        assertThat(other.window().workerId()).as("taken over at once").isZero();

        LeasedNode again = scene.pooled(A, disk);
        again.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(again::start);
    }

    @Test
    void workerIdThatCouldNotBeReleasedStaysUsableWithinItsReservation() {
        LeasedNode first = scene.pooled(A, disk).start();
        first.holder().connected(false);
        scene.seconds(5);
        long usedUpTo = first.now();
        first.stop(usedUpTo);

        LeasedNode again = scene.pooled(A, disk);
        again.holder().connected(false);
        again.start();

        assertThat(again.window().floorMillis()).isEqualTo(usedUpTo);
        assertThat(again.canIssue()).isTrue();
    }

    @Test
    void restartAfterGoingOnAloneBeginsAtTheMarkEvenIfTheRegistryKnowsLess() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        first.holder().connected(false);
        scene.seconds(60);
        long issuedUpTo = first.now();
        first.crash();
        assertThat(scene.registry().ceilingOf(0)).isLessThan(issuedUpTo);

        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.time().step(Duration.ofSeconds(-8));
        second.start();

        assertThat(second.window().floorMillis()).isGreaterThan(issuedUpTo);
    }

    @Test
    void ownMarkCountsAlsoAgainstATokenThatIsNotItsOwn() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        first.holder().connected(false);
        scene.seconds(60);
        long issuedUpTo = first.now();
        first.crash();
        LeasedNode replacement = scene.fixed(A, FIXED, null);
        replacement.time().step(Duration.ofSeconds(-45));
        replacement.start().crash();

        LeasedNode back = scene.fixed(A, FIXED, disk).start();

        assertThat(back.window().floorMillis()).isGreaterThan(issuedUpTo);
    }

    @Test
    void markOfAWorkerIdOutsideTheRangeIsNotResumedFrom() {
        disk.write(new HighWaterMark(8, "mine", scene.time().currentTimeMillis(), Long.MAX_VALUE));
        LeasedNode node = scene.fixed(A, FIXED, disk);
        node.holder().connected(false);

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(node::start);
    }

    /** A disk that was set back while the process was stopped: what the process itself remembers counts too. */
    @Test
    void resumptionBeginsAboveWhatThisProcessHasUsedBeforeItsStop() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        scene.seconds(5);
        long usedUpTo = node.now() + 200;
        node.keeper().stop(usedUpTo, LeasedNode.STOP_TIMEOUT);
        disk.reopen();
        disk.write(new HighWaterMark(0, "mine", usedUpTo - 4_000, usedUpTo + 4_000));
        disk.close();
        node.holder().connected(false);
        node.keeper().restart();

        assertThat(node.keeper().window().floorMillis()).isEqualTo(usedUpTo);
    }

    /** A call that lasts from one report to the next may be held up by a pause of the process; one that lasts for two is not. */
    @Test
    void registryThatHasNotAnsweredForTwoReportsIsAway() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.registryThread().defer();
        scene.seconds(6);
        assertThat(node.keeper().status().registryUp()).isTrue();

        scene.seconds(3);
        assertThat(node.keeper().status().registryUp()).isFalse();
    }

    /** A caller has asked for it; it is not under way for longer than to the next report. */
    @Test
    void silenceBeforeAnAnswerDoesNotCountForTheCallAfterIt() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.registryThread().defer();
        scene.seconds(9);
        node.registryThread().runAll();
        LeaseWindow unused = node.keeper().windowFor(node.now() + 3_600_000);
        assertThat(node.registryThread().queued()).isEqualTo(1);

        scene.seconds(3);
        assertThat(node.keeper().status().registryUp()).isTrue();
    }

    /** As far ahead as the settings allow, and a millisecond further. */
    @Test
    void floorThatLiesAsFarAheadAsAllowedIsWaitedForAndNoFurther() {
        scene.fixed(A, FIXED, disk).start().crash();
        long floor = disk.mark().markMillis();
        LeasedNode again = scene.fixed(A, FIXED, disk);
        again.holder().connected(false);
        again.time().step(Duration.ofMillis(floor - FIXED.maxWait().toMillis() - again.now()));
        again.start();
        assertThat(again.now()).isEqualTo(floor);
        again.crash();

        floor = disk.mark().markMillis();
        LeasedNode tooFar = scene.fixed(A, FIXED, disk);
        tooFar.holder().connected(false);
        tooFar.time().step(Duration.ofMillis(floor - FIXED.maxWait().toMillis() - 1 - tooFar.now()));
        assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class).isThrownBy(tooFar::start);
    }

    @Test
    void registryThatHangsIsLoggedOnce() {
        LeasedNode node = scene.fixed(A, STRICT, new InMemoryLocalMark()).start();
        node.registryThread().defer();
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            scene.seconds(18);

            assertThat(log.warnings()).singleElement().asString().startsWith("the registry of worker ids is silent; ");
        }
    }

    /** Where a call may take as long as the reservation lasts, its failure would come when the ids have ended. */
    @Test
    void registryThatHangsIsToldBeforeTheIdsEnd() {
        LeasedNode node = scene.fixed(A, STRICT, new InMemoryLocalMark()).start();
        node.registryThread().defer();
        scene.seconds(9);

        assertThat(node.canIssue()).isTrue();
        assertThat(node.events()).singleElement().isInstanceOfSatisfying(LeafEvent.WorkerIdRegistryDown.class, down -> {
            assertThat(down.at()).isBefore(Instant.ofEpochMilli(node.window().ceilingMillis()));
            assertThat(down.reason()).isEqualTo("it has not answered for 6 seconds");
        });
        assertThat(node.keeper().status().registryUp()).isFalse();
        assertThat(node.keeper().status().reason()).isEqualTo("it has not answered for 6 seconds");

        scene.seconds(3);
        assertThat(node.events()).hasSize(1);
        node.registryThread().runAll();
        assertThat(node.events()).last().isInstanceOf(LeafEvent.WorkerIdRegistryUp.class);
    }
}
