package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static io.leafid.lease.LeaseScene.STRICT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a lease that another process has taken meanwhile. */
class LeaseLossTest {

    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);

    private final LeaseScene scene = new LeaseScene();
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    /** The owner is paused for so long that its session ends and its reserved time passes; another takes the worker id. */
    private LeasedNode takenOverWhilePaused(LeasedNode owner, int workerId) {
        owner.time().pause();
        owner.holder().expire();
        scene.time()
                .advance(Duration.ofMillis(
                        scene.registry().ceilingOf(workerId) - scene.time().currentTimeMillis()));
        return scene.pooled(B, null).start();
    }

    @Test
    void pausedOwnerCannotIssueWhatTheNewOwnerMay() {
        LeasedNode owner = scene.pooled(A, disk).start();
        LeaseWindow old = owner.window();

        LeasedNode taker = takenOverWhilePaused(owner, 0);

        assertThat(taker.window().workerId()).isZero();
        assertThat(taker.window().floorMillis()).isGreaterThanOrEqualTo(old.ceilingMillis());
        owner.time().resume();
        assertThat(owner.events()).hasExactlyElementsOfTypes(LeafEvent.LeaseLost.class);
        assertThat(owner.window().workerId()).as("another one").isEqualTo(1);
        assertThat(owner.canIssue()).isTrue();
    }

    @Test
    void lostLeaseIsUsedUpToItsCeilingAndItsSuccessorBeginsThere() {
        LeasedNode owner = scene.pooled(A, null).start();
        LeaseWindow old = owner.window();
        scene.registry().giveTo(B, 0, old.ceilingMillis());
        scene.seconds(3);

        assertThat(owner.state()).as("a successor is held").isEqualTo(LeaseStatus.State.HELD);
        assertThat(owner.keeper().windowFor(old.ceilingMillis() - 1)).isEqualTo(old);
        LeaseWindow next = owner.keeper().windowFor(old.ceilingMillis());
        assertThat(next.workerId()).isEqualTo(1);
        assertThat(next.floorMillis()).isGreaterThanOrEqualTo(old.ceilingMillis());
        assertThat(next.covers(old.ceilingMillis())).isTrue();
    }

    @Test
    void successorFollowsWithoutAGapAlsoWhereTheMarkWasNearerThanTheCeiling() {
        LeasedNode owner = scene.pooled(A, disk).start();
        scene.registry().giveTo(B, 0, scene.registry().ceilingOf(0));

        long last = 0;
        for (int i = 0; i < 300; i++) {
            scene.millis(100);
            assertThat(owner.canIssue()).as("after %d ms", i * 100).isTrue();
            assertThat(owner.now()).isGreaterThan(last);
            last = owner.now();
        }
        assertThat(owner.window().workerId()).isEqualTo(1);
    }

    /** Has the only worker id taken away from its owner, whose process goes on. */
    private static LeasedNode takenAwayFrom(LeasedNode owner, LeaseScene tight) {
        LeasedNode taker = tight.pooled(B, null);
        owner.holder().expire();
        taker.time().step(Duration.ofMinutes(10));
        taker.start();
        tight.seconds(3);
        assertThat(owner.state()).isEqualTo(LeaseStatus.State.LOST);
        return taker;
    }

    /** The machine that has taken over its host and port uses the worker id. */
    @Test
    void startWithoutTheRegistryDoesNotGoOnFromTheMarkOfALostLease() {
        LeaseScene tight = new LeaseScene(ONE);
        LeasedNode owner = tight.fixed(A, FIXED, disk).start();
        tight.registry().giveTo(B, 0, tight.registry().ceilingOf(0));
        owner.registryThread().defer();
        tight.seconds(3); // the mark of this report is written
        owner.registryThread().runAll();
        assertThat(owner.state()).isEqualTo(LeaseStatus.State.LOST);
        owner.crash();

        LeasedNode alone = tight.fixed(A, FIXED, disk);
        alone.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(alone::start)
                .withMessageContaining("another process has taken worker id 0 since the run of the local mark");
    }

    /** It was paused, say, while the other took the worker id, and is stopped before its next report. */
    @Test
    void lossThatOnlyTheReleaseShowsIsMarkedToo() {
        LeaseScene tight = new LeaseScene(ONE);
        LeasedNode owner = tight.fixed(A, FIXED, disk).start();
        tight.registry().giveTo(B, 0, tight.registry().ceilingOf(0));
        owner.stop(owner.now());
        assertThat(disk.isLocked()).isFalse();

        LeasedNode alone = tight.fixed(A, FIXED, disk);
        alone.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class).isThrownBy(alone::start);
    }

    @Test
    void lossThatTheDiskHasNotTakenYetIsMarkedAtTheStop() {
        LeaseScene tight = new LeaseScene(ONE);
        LeasedNode owner = tight.fixed(A, FIXED, disk).start();
        tight.registry().giveTo(B, 0, tight.registry().ceilingOf(0));
        disk.full(true);
        tight.seconds(3);
        assertThat(owner.state()).isEqualTo(LeaseStatus.State.LOST);
        disk.full(false);
        owner.stop(owner.now());

        LeasedNode alone = tight.fixed(A, FIXED, disk);
        alone.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class).isThrownBy(alone::start);
    }

    /** The disk of a run that has ended, whose worker id another process of the same host and port has had since. */
    private void otherTakesOver() {
        LeasedNode former = scene.fixed(A, FIXED, disk).start();
        scene.seconds(2);
        former.crash();
        scene.registry().giveTo(A, 0, scene.registry().ceilingOf(0));
    }

    private void isRefusedAlone() {
        LeasedNode alone = scene.fixed(A, FIXED, disk);
        alone.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(alone::start)
                .withMessageContaining("another process has taken worker id 0");
    }

    /** It would issue times of the other, if that goes on alone or its clock was ahead. */
    @Test
    void startThatHasReadOfAnotherOwnerBeforeTheRegistryIsLostDoesNotGoOnFromItsMark() {
        otherTakesOver();
        LeasedNode start = scene.fixed(A, FIXED, disk);
        start.holder().loseReplies();

        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(start::start)
                .withMessageContaining("another process has taken worker id 0");

        start.crash();
        isRefusedAlone();
    }

    /** Whatever was read, nothing beyond the ceiling is used in these modes. */
    @Test
    void startThatStopsAtTheCeilingGoesOnFromItsMarkThoughItHasReadOfAnotherOwner() {
        otherTakesOver();
        LeasedNode start = scene.fixed(A, STRICT, disk);
        start.holder().loseReplies();

        assertThatCode(start::start).doesNotThrowAnyException();
    }

    @Test
    void startThatHasReadOfItsOwnFormerRunGoesOnFromItsMark() {
        LeasedNode former = scene.fixed(A, FIXED, disk).start();
        scene.seconds(2);
        former.crash();
        disk.proving(MarkEvidence.SAME_PLACE);
        LeasedNode start = scene.fixed(A, FIXED, disk);
        start.holder().loseReplies();

        assertThatCode(start::start).doesNotThrowAnyException();
    }

    /** The failed start leaves its mark to a next one, which may find no registry to ask. */
    @Test
    void startThatIsRefusedSinceAnotherProcessHasItsIdentityMarksThat() {
        LeasedNode former = scene.fixed(A, FIXED, disk).start();
        former.stop(former.now());
        LeasedNode other = scene.fixed(A, FIXED, new InMemoryLocalMark()).start();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(second::start);
        second.crash();

        isRefusedAlone();
        scene.seconds(20);
        assertThat(other.canIssue()).isTrue();
    }

    /** It would claim that it was written here, by a run that has ended. */
    @Test
    void markThatMayBeAnotherProcesssIsLeftAsItIs() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        InMemoryLocalMark stale = disk.copy();
        owner.stop(owner.now());
        scene.fixed(A, FIXED, disk).start();

        LeasedNode second = scene.fixed(A, FIXED, stale);
        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(second::start);

        assertThat(stale.writes()).isEmpty();
    }

    @Test
    void leaseThatReplacesTheLostOneIsMarkedAsAnyOther() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        scene.registry().giveTo(B, 0, scene.registry().ceilingOf(0));
        scene.seconds(20);
        assertThat(owner.window().workerId()).isEqualTo(1);
        owner.crash();

        LeasedNode alone = scene.fixed(A, FIXED, disk);
        alone.holder().connected(false);

        assertThat(alone.start().canIssue()).isTrue();
        assertThat(alone.window().workerId()).isEqualTo(1);
    }

    private static void issuesUpToAndNotBeyond(LeasedNode owner, LeaseScene tight, long end) {
        while (owner.now() < end) {
            assertThat(owner.canIssue()).as("%d ms before", end - owner.now()).isTrue();
            tight.millis(250);
        }
        assertThat(owner.window().ceilingMillis()).isEqualTo(end);
        assertThat(owner.canIssue()).isFalse();
        assertThat(owner.events())
                .filteredOn(LeafEvent.LeaseLost.class::isInstance)
                .singleElement()
                .satisfies(lost ->
                        assertThat(((LeafEvent.LeaseLost) lost).ceiling()).isEqualTo(Instant.ofEpochMilli(end)));
    }

    @Test
    void lostLeaseWithoutASuccessorIsUsedUpToItsCeilingAndNoFurther() {
        LeaseScene tight = new LeaseScene(ONE);
        LeasedNode owner = tight.pooled(A, null).start();
        long ceiling = tight.registry().ceilingOf(0);
        LeasedNode taker = takenAwayFrom(owner, tight);

        issuesUpToAndNotBeyond(owner, tight, ceiling);

        taker.stop(taker.now());
        tight.seconds(900);
        assertThat(owner.canIssue()).as("leased again by itself").isTrue();
    }

    /** The new owner of the worker id may know no more than the mark as it stood when it was copied. */
    @Test
    void lostLeaseIsUsedUpToTheLastMarkAndNothingMoreIsMarked() {
        LeaseScene tight = new LeaseScene(ONE);
        LeasedNode owner = tight.pooled(A, disk).start();
        takenAwayFrom(owner, tight);
        long mark = disk.mark().markMillis();
        int writes = disk.writes().size();

        issuesUpToAndNotBeyond(owner, tight, mark);

        tight.seconds(30);
        owner.stop(mark);
        assertThat(disk.writes()).hasSize(writes);
    }

    @Test
    void markThatWasUnderWayWhenTheLossBecameKnownCoversNothing() {
        LeaseState state = new LeaseState(true);
        WorkerIdLease lease = new WorkerIdLease(0, "a", 0, 60_000);
        state.begin(lease, LeaseStatus.State.HELD, "run");
        state.marked(new HighWaterMark(0, "a", 6_000, 60_000));
        HighWaterMark underWay = state.nextMark(3_000, 6_000, false);
        assertThat(underWay).isEqualTo(new HighWaterMark(0, "a", 9_000, 60_000));

        assertThat(state.lost(lease)).isEqualTo(6_000);
        state.marked(new HighWaterMark(0, "a", 9_000, 60_000));

        assertThat(state.window()).isEqualTo(new LeaseWindow(0, 0, 6_000));
        assertThat(state.nextMark(6_000, 6_000, true)).isNull();
    }

    @Test
    void whatOnlyTheMarkCoveredEndsWhenTheLossIsKnown() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        long ceiling = scene.registry().ceilingOf(0);
        owner.holder().connected(false);
        scene.seconds(60);
        LeaseWindow alone = owner.window();
        scene.registry().giveTo(B, 0, ceiling);
        owner.holder().connected(true);
        scene.seconds(3);

        assertThat(owner.keeper().window().ceilingMillis()).isLessThanOrEqualTo(ceiling);
        assertThat(owner.canIssue()).isFalse();
        scene.seconds(6);
        assertThat(owner.canIssue()).isTrue();
        assertThat(owner.window().workerId()).isEqualTo(1);
        assertThat(owner.window().floorMillis())
                .as("whatever was issued under the lost one lies below")
                .isGreaterThanOrEqualTo(alone.ceilingMillis());
    }

    /** The call was under way all along, but it was the process that stood still and not the registry. */
    @Test
    void pausedProcessDoesNotTakeItsOwnSilenceForAnOutage() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        owner.registryThread().defer();
        scene.seconds(3);
        owner.time().pause();
        scene.seconds(60);
        scene.registry().giveTo(A, 0, owner.now() + 10_000);

        owner.time().resume();

        assertThat(owner.canIssue()).as("before the answer").isFalse();
        owner.registryThread().runAtOnce().runAll();
        assertThat(owner.events()).hasExactlyElementsOfTypes(LeafEvent.LeaseLost.class);
    }

    /** What fails first after a pause is the connection that broke meanwhile; the registry is there, and so is the new owner. */
    @Test
    void pausedProcessDoesNotTakeItsBrokenConnectionForAnOutage() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        scene.seconds(3);
        owner.time().pause();
        scene.seconds(60);
        scene.registry().giveTo(A, 0, owner.now() + 10_000);
        owner.holder().connected(false);

        owner.time().resume();
        for (int i = 0; i < 5; i++) {
            assertThat(owner.canIssue()).as("%d s after it woke up", i).isFalse();
            scene.seconds(1);
        }
        owner.holder().connected(true);
        scene.seconds(3);

        assertThat(owner.events()).hasAtLeastOneElementOfType(LeafEvent.LeaseLost.class);
        assertThat(owner.canIssue()).isFalse();
    }

    @Test
    void pausedProcessGoesOnAloneWhenTheRegistryProvesToBeAway() {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        scene.seconds(3);
        owner.time().pause();
        scene.seconds(60);
        owner.holder().connected(false);

        owner.time().resume();
        scene.seconds(12);

        assertThat(owner.canIssue()).isTrue();
        scene.seconds(60);
        assertThat(owner.canIssue()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1})
    void stepOfTheWallClockNeitherShortensNorLengthensThePatienceAfterAPause(long hours) {
        LeasedNode owner = scene.fixed(A, FIXED, disk).start();
        scene.seconds(3);
        owner.time().pause();
        scene.seconds(2 * 3_600);
        owner.holder().connected(false);

        owner.time().resume();
        scene.seconds(1);
        owner.time().step(Duration.ofHours(hours));
        scene.seconds(4);
        assertThat(owner.canIssue()).isFalse();
        scene.seconds(7);
        assertThat(owner.canIssue()).isTrue();
    }

    @Test
    void successorThatIsLostInTurnIsReplaced() {
        LeasedNode owner = scene.pooled(A, null).start();
        long end = owner.window().ceilingMillis();
        scene.registry().giveTo(B, 0, end);
        scene.seconds(3);
        scene.registry().giveTo(B, 1, end + 60_000);
        scene.seconds(3);

        LeaseWindow next = owner.keeper().windowFor(end);
        assertThat(next.workerId()).isEqualTo(2);
        assertThat(next.covers(end)).isTrue();
    }

    @Test
    void successorIsRenewedBeforeItIsUsed() {
        LeasedNode owner = scene.pooled(A, null).start();
        long end = owner.window().ceilingMillis();
        scene.registry().giveTo(B, 0, end);
        scene.time().advance(Duration.ofMinutes(25));

        assertThat(owner.canIssue()).isTrue();
        assertThat(owner.window().workerId()).isEqualTo(1);
    }

    @Test
    void startWhoseReplyWasLostOverlapsNothing() {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        scene.seconds(5);
        first.crash();
        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.holder().loseReplies();
        second.start(); // it waits for the time of the mark, and hears meanwhile that the lease is lost
        assertThat(second.state()).isEqualTo(LeaseStatus.State.LOST);
        long before = second.window().ceilingMillis();

        second.holder().interfere(InMemoryWorkerIdRegistry.Interference.NONE);
        scene.seconds(20);

        assertThat(second.canIssue()).isTrue();
        assertThat(second.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(second.window().floorMillis()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void successorIsReservedFromWhereItBeginsAndNotFromThePresent() {
        LeasedNode owner = scene.pooled(A, null).start();
        long end = owner.window().ceilingMillis();
        scene.registry().giveTo(B, 0, end);
        scene.seconds(3);

        assertThat(scene.registry().ceilingOf(1))
                .isEqualTo(end + LeaseScene.POOLED.reservation().toMillis());
    }
}
