package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.testing.CapturedLog;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a process goes on that finds no free worker id: two of them over one worker id are a primary and its standby. */
class LeaseStandbyTest {

    private final LeaseScene scene = new LeaseScene(new WorkerIdRange(0, 0));
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    private LeasedNode standby(boolean withDisk) {
        LeasedNode node = scene.pooled(B, withDisk ? disk : null);
        node.keeper().startOrStandBy();
        return node;
    }

    @Test
    void withoutStandbyTheStartIsRefused() {
        scene.pooled(A, null).start();

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> scene.pooled(B, null).start());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void standbyStartsAndIssuesNothing(boolean withDisk) {
        scene.pooled(A, null).start();
        LeasedNode standby = standby(withDisk);

        for (int i = 0; i < 20; i++) {
            assertThat(standby.state()).isEqualTo(LeaseStatus.State.STANDBY);
            assertThat(standby.canIssue()).isFalse();
            scene.seconds(60);
        }
        assertThat(standby.keeper().status().registryUp()).isTrue();
        assertThat(standby.keeper().status().reason()).contains("free");
        assertThat(standby.events()).singleElement().isInstanceOf(LeafEvent.StandbyBegan.class);
    }

    @Test
    void withAFreeWorkerIdItIsThePrimary() {
        LeasedNode node = standby(false);

        assertThat(node.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(node.canIssue()).isTrue();
        assertThat(node.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void orderlyStopHandsOverWithinOneReport(boolean withDisk) {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(withDisk);
        scene.seconds(7);
        long usedUpTo = primary.now();

        primary.stop(usedUpTo);
        scene.seconds(3);

        assertThat(standby.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(standby.canIssue()).isTrue();
        assertThat(standby.window().floorMillis()).isGreaterThanOrEqualTo(usedUpTo);
        assertThat(standby.events())
                .last()
                .isInstanceOfSatisfying(
                        LeafEvent.StandbyEnded.class,
                        ended -> assertThat(ended.workerId()).isZero());
    }

    /** It has nothing to give back, and its session stays. */
    @Test
    void endOfAStandbyThatTheRegistryDoesNotAnswerIsComplainedOf() {
        scene.pooled(A, null).start();
        LeasedNode standby = standby(true);
        standby.registryThread().refuseWith(() -> {
            throw new RejectedExecutionException("no thread");
        });

        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            standby.stop(standby.now());

            assertThat(log.warnings()).singleElement().asString().startsWith("the lease could not be given back");
        }
    }

    /** The killed one may have issued up to the ceiling, so not a millisecond before. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void killHandsOverAfterTheCeiling(boolean withDisk) {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(withDisk);
        scene.seconds(7);
        long ceiling = scene.registry().ceilingOf(0);

        primary.crash();
        while (standby.now() < ceiling) {
            assertThat(standby.state()).isEqualTo(LeaseStatus.State.STANDBY);
            assertThat(standby.canIssue()).isFalse();
            scene.millis(500);
        }
        scene.seconds(3);

        assertThat(standby.canIssue()).isTrue();
        assertThat(standby.window().floorMillis()).isGreaterThanOrEqualTo(ceiling);
    }

    @Test
    void whatTheStandbyTakesIsKeptLikeAnyLease() {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(true);
        primary.stop(primary.now());

        for (int i = 0; i < 100; i++) {
            scene.seconds(30);
            assertThat(standby.canIssue()).isTrue();
            assertThat(standby.window().ceilingMillis())
                    .isLessThanOrEqualTo(disk.mark().markMillis());
        }
    }

    @Test
    void registryThatIsAwayChangesNothingForAStandby() {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(false);
        standby.holder().connected(false);
        scene.seconds(10);

        assertThat(standby.state()).isEqualTo(LeaseStatus.State.STANDBY);
        assertThat(standby.keeper().status().registryUp()).isFalse();

        standby.holder().connected(true);
        primary.stop(primary.now());
        scene.seconds(3);
        assertThat(standby.canIssue()).isTrue();
    }

    /** Not at the next report, three seconds later. */
    @Test
    void takeOverIsConfirmedCountedAndMarkedAtOnce() {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(true);
        primary.stop(primary.now());
        standby.registryThread().defer();
        scene.seconds(3);
        standby.registryThread().runAll();

        assertThat(disk.mark().markMillis()).as("before any call").isGreaterThan(standby.now());
        assertThat(standby.canIssue()).isTrue();
        assertThat(standby.keeper().status().lastExtended()).isEqualTo(standby.instant());
        assertThat(standby.keeper().status().reason())
                .as("what kept it from a worker id")
                .isNull();
        assertThat(standby.keeper().extensions().succeeded())
                .as("the refusal is an answer as well")
                .isEqualTo(2);
    }

    @Test
    void whateverFailsWhileAStandbyLooksForAWorkerIdIsToldAndTriedAgain() {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(false);
        primary.stop(primary.now());
        standby.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                throw new IllegalStateException("a fault in the driver");
            }
        });
        scene.seconds(3);

        assertThat(standby.keeper().status().registryUp()).isFalse();
        assertThat(standby.keeper().status().reason()).isEqualTo("a fault in the driver");
        assertThat(standby.events()).last().isInstanceOf(LeafEvent.WorkerIdRegistryDown.class);

        standby.holder().interfere(InMemoryWorkerIdRegistry.Interference.NONE);
        scene.seconds(3);
        assertThat(standby.canIssue()).isTrue();
    }

    @Test
    void startThatIsStoppedBeforeItFindsNoWorkerIdIsNoStandby() {
        scene.pooled(A, null).start();
        LeasedNode standby = scene.pooled(B, null);
        standby.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                standby.keeper().stop(0, Duration.ZERO);
            }
        });

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> standby.keeper().startOrStandBy())
                .withMessageContaining("stopped while it started");
        assertThat(standby.events()).isEmpty();
    }

    @Test
    void standbyThatStopsTakesNothingAnyMore() {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(false);
        standby.stop(0);
        primary.stop(primary.now());
        scene.seconds(30);

        assertThat(standby.state()).isEqualTo(LeaseStatus.State.RELEASED);
        assertThat(scene.registry().ceilingOf(0)).isLessThanOrEqualTo(standby.now());
    }

    @Test
    void workerIdThatCameWhileTheStandbyStoppedIsGivenBack() {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(false);
        primary.stop(primary.now());
        standby.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void after() {
                standby.keeper().stop(0, Duration.ZERO);
            }
        });

        scene.seconds(3);

        assertThat(standby.state()).isEqualTo(LeaseStatus.State.RELEASED);
        assertThat(scene.registry().ceilingOf(0)).as("nothing of it was used").isLessThanOrEqualTo(standby.now());
    }

    /** Another start on that disk may go on from the mark alone, while the registry is unavailable. */
    @Test
    void nothingIsGivenBackOfWhatAMarkOnTheDiskReserves() {
        LeasedNode killed = scene.pooled(B, disk).start();
        scene.seconds(7);
        killed.crash();
        LeasedNode standby = scene.pooled(B, disk);
        standby.time().step(Duration.ofMinutes(-1));
        standby.keeper().startOrStandBy();
        assertThat(standby.state()).isEqualTo(LeaseStatus.State.STANDBY);
        standby.holder().interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void after() {
                if (standby.holder().lastLease() != null) {
                    standby.keeper().stop(0, Duration.ZERO);
                }
            }
        });
        standby.time().step(Duration.ofMinutes(2));
        scene.seconds(3);
        assertThat(standby.state()).isEqualTo(LeaseStatus.State.RELEASED);
        standby.crash();

        LeasedNode alone = scene.pooled(B, disk);
        alone.holder().connected(false);
        alone.start();
        assertThat(alone.state()).isEqualTo(LeaseStatus.State.LOCAL);
        assertThat(scene.registry().ceilingOf(0))
                .as("the floor of another owner")
                .isGreaterThanOrEqualTo(alone.window().ceilingMillis());
    }

    @Test
    void standbyIsStandbyAgainAfterAPauseOfTheApplication() {
        LeasedNode primary = scene.pooled(A, null).start();
        LeasedNode standby = standby(true);
        standby.keeper().stop(0, LeasedNode.STOP_TIMEOUT);

        standby.keeper().restart();

        assertThat(standby.state()).isEqualTo(LeaseStatus.State.STANDBY);
        primary.stop(primary.now());
        scene.seconds(3);
        assertThat(standby.canIssue()).isTrue();
    }

    @Test
    void formerPrimaryThatIsStartedAgainIsTheStandby() {
        LeasedNode primary = scene.pooled(A, disk).start();
        LeasedNode standby = standby(false);
        primary.stop(primary.now());
        scene.seconds(3);
        long second = standby.window().floorMillis();

        LeasedNode again = scene.pooled(A, disk);
        again.keeper().startOrStandBy();
        scene.seconds(60);
        assertThat(again.state()).isEqualTo(LeaseStatus.State.STANDBY);

        standby.stop(standby.now());
        scene.seconds(3);
        assertThat(again.canIssue()).isTrue();
        assertThat(again.window().floorMillis()).isGreaterThan(second);
        assertThat(Instant.ofEpochMilli(again.window().floorMillis())).isBeforeOrEqualTo(again.instant());
    }

    /** As after a pause, in which the standby took over. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void primaryThatWasOvertakenIsTheStandby(boolean withDisk) {
        LeasedNode primary = standby(withDisk);
        scene.seconds(7);
        scene.registry().giveTo(A, 0, primary.now() + 20_000);
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            scene.seconds(3);
            assertThat(log.warnings())
                    .filteredOn(line -> line.contains("no worker id of 0-0 is free"))
                    .as("told as a standby alone")
                    .singleElement()
                    .asString()
                    .startsWith("standby: ");
        }

        assertThat(primary.state()).isEqualTo(LeaseStatus.State.STANDBY);
        assertThat(primary.events()).last().isInstanceOf(LeafEvent.StandbyBegan.class);
        long end = primary.window().ceilingMillis();
        scene.seconds(12);
        assertThat(primary.canIssue()).as("nothing was reserved up to now").isEqualTo(end > primary.now());
        scene.seconds(9);

        assertThat(primary.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(primary.events()).last().isInstanceOf(LeafEvent.StandbyEnded.class);
        assertThat(primary.keeper().windowFor(end).covers(end)).isEqualTo(!withDisk);
    }

    /** Its worker id is another's, so that no start may go on from its mark alone. */
    @Test
    void markOfAnOvertakenPrimarySaysSoAfterItsEnd() {
        LeasedNode primary = standby(true);
        scene.seconds(7);
        scene.registry().giveTo(A, 0, primary.now() + 200_000);
        scene.seconds(3);
        assertThat(primary.state()).isEqualTo(LeaseStatus.State.STANDBY);

        primary.stop(primary.now());

        assertThat(disk.mark().isOfLostLease()).isTrue();
    }

    @Test
    void withoutStandbyAWorkerIdThatAnotherHasIsLost() {
        LeasedNode node = scene.pooled(B, disk).start();
        scene.registry().giveTo(A, 0, node.now() + 200_000);
        scene.seconds(9);

        assertThat(node.state()).isEqualTo(LeaseStatus.State.LOST);
    }

    /** What it issued before the pause may lie ahead of the clock, and the worker id that comes free may have been used less far. */
    @Test
    void standbyThatIssuedBeforeBeginsAboveThat() {
        LeaseScene two = new LeaseScene(new WorkerIdRange(0, 1));
        LeasedNode other = two.pooled(A, null).start();
        LeasedNode standby = two.pooled(B, null);
        standby.keeper().startOrStandBy();
        long used = standby.now() + 5_000;
        standby.keeper().stop(used, LeasedNode.STOP_TIMEOUT);
        two.registry().giveTo(A, 1, used + 3_600_000);
        standby.keeper().restart();
        assertThat(standby.state()).isEqualTo(LeaseStatus.State.STANDBY);

        other.stop(other.now());
        two.seconds(3);

        assertThat(standby.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(standby.keeper().window().workerId()).isZero();
        assertThat(standby.keeper().window().floorMillis()).isEqualTo(used);
    }
}
