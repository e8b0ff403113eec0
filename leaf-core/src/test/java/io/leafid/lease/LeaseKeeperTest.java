package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.FIXED;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.InMemoryLocalMark;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a lease is kept while all goes well, and what a pause, a step of the clock or a full disk does to it. */
class LeaseKeeperTest {

    private final LeaseScene scene = new LeaseScene();
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsUsedThatIsNotReservedBeforehand(boolean withDisk) {
        LeasedNode node = scene.fixed(A, FIXED, withDisk ? disk : null).start();

        for (int i = 0; i < 400; i++) {
            LeaseWindow lease = node.window();
            assertThat(node.canIssue()).isTrue();
            assertThat(lease.ceilingMillis())
                    .isLessThanOrEqualTo(scene.registry().ceilingOf(lease.workerId()));
            if (withDisk) {
                assertThat(lease.ceilingMillis()).isEqualTo(disk.mark().markMillis());
            }
            scene.millis(100);
        }
        assertThat(node.state()).isEqualTo(LeaseStatus.State.HELD);
        assertThat(node.events()).isEmpty();
    }

    @Test
    void markOnTheDiskIsNearerThanTheCeilingOfTheRegistry() {
        scene.pooled(A, disk).start();
        scene.seconds(60);

        assertThat(disk.writes())
                .hasSizeGreaterThan(10)
                .allSatisfy(mark -> assertThat(mark.markMillis())
                        .isLessThanOrEqualTo(
                                mark.ceilingMillis() - Duration.ofMinutes(9).toMillis()));
    }

    @Test
    void markOnTheDiskNeverFalls() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        scene.seconds(10);
        node.time().step(Duration.ofHours(-1));
        scene.seconds(10);

        assertThat(disk.writes()).extracting(HighWaterMark::markMillis).isSorted();
    }

    @Test
    void leaseIsHeldWithTheReservationThatEqualsTwoReports() {
        KeeperSettings tight = new KeeperSettings(
                Duration.ofSeconds(3),
                Duration.ofSeconds(6),
                Duration.ofSeconds(15),
                KeeperSettings.OnRegistryLoss.CONTINUE,
                Duration.ZERO);
        LeasedNode node = scene.fixed(A, tight, disk).start();

        for (int i = 0; i < 600; i++) {
            scene.millis(50);
            assertThat(node.canIssue()).as("after %d steps", i).isTrue();
        }
    }

    @Test
    void clockThatStepsForwardBeyondTheCeilingIsFollowedAtOnce() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        scene.millis(100);

        node.time().step(Duration.ofHours(1));
        assertThat(node.window().covers(node.now()))
                .as("what is asked for is reserved first")
                .isTrue();
        assertThat(scene.registry().ceilingOf(0)).isGreaterThan(node.now());
    }

    @Test
    void leaseIsReportedAlsoWhileTheClockStandsBehindTheCeiling() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.time().step(Duration.ofHours(-1));
        int before = node.holder().calls();
        scene.seconds(30);

        assertThat(node.holder().calls()).isGreaterThan(before + 8);
        assertThat(node.state()).isEqualTo(LeaseStatus.State.HELD);
    }

    @Test
    void pausedProcessGoesOnAsSoonAsItRunsAgain() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.time().pause();
        scene.seconds(60);
        assertThat(node.keeper().window().covers(node.now())).isFalse();

        node.time().resume();

        assertThat(node.canIssue()).isTrue();
    }

    @Test
    void fullDiskStopsIdsAtTheLastMarkAndNotBefore() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        scene.millis(500);
        long mark = disk.mark().markMillis();
        disk.full(true);
        scene.seconds(30);

        assertThat(node.window().ceilingMillis()).isEqualTo(mark);
        assertThat(node.canIssue()).isFalse();
        assertThat(node.keeper().status().reason()).contains("No space left on device");

        disk.full(false);
        scene.seconds(3);
        assertThat(node.canIssue()).isTrue();
        assertThat(node.keeper().status().reason()).isNull();
    }

    @Test
    void replyLostAfterAnExtensionReservesNothingUntilItIsHeard() {
        LeasedNode node = scene.fixed(A, LeaseScene.STRICT, null).start();
        long confirmed = node.window().ceilingMillis();
        node.holder().loseReplies();
        scene.seconds(5);

        assertThat(scene.registry().ceilingOf(0)).isGreaterThan(confirmed);
        assertThat(node.window().ceilingMillis()).isEqualTo(confirmed);

        node.holder().interfere(InMemoryWorkerIdRegistry.Interference.NONE);
        scene.seconds(3);
        assertThat(node.window().ceilingMillis()).isEqualTo(scene.registry().ceilingOf(0));
        assertThat(node.state()).isEqualTo(LeaseStatus.State.HELD);
    }

    @Test
    void outageIsAnnouncedOnceAndSoIsItsEnd() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.holder().connected(false);
        scene.seconds(9);
        node.holder().connected(true);
        scene.seconds(3);

        assertThat(node.events()).hasSize(2);
        assertThat(node.events().get(0)).isInstanceOf(LeafEvent.WorkerIdRegistryDown.class);
        assertThat(node.events().get(1))
                .isInstanceOfSatisfying(
                        LeafEvent.WorkerIdRegistryUp.class,
                        up -> assertThat(up.outage()).isEqualTo(Duration.ofSeconds(9)));
    }

    /** Else the registry could not tell a report from a late repetition of the one before. */
    @Test
    void eachReportMovesTheCeilingAlsoWhileTheClockStandsBehindIt() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        node.time().step(Duration.ofHours(-1));
        long before = scene.registry().ceilingOf(0);
        scene.seconds(9);

        assertThat(scene.registry().ceilingOf(0)).isEqualTo(before + 3);
    }
}
