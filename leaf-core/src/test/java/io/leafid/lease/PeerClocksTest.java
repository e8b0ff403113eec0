package io.leafid.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.leafid.workerid.ClockReading;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a starting node's clock is judged by those that run. */
class PeerClocksTest {

    private static final KeeperSettings CHECKED = KeeperSettings.DEFAULT;

    private final LeaseScene scene = new LeaseScene();

    private LeasedNode node(int i, Duration ahead) {
        LeasedNode node = scene.fixed(new NodeIdentity("10.0.0." + i, 8080), CHECKED, null);
        node.time().step(ahead);
        return node;
    }

    private void threePeersOfWhichOneIsSkewed() {
        node(1, Duration.ZERO).start();
        node(2, Duration.ofMillis(20)).start();
        LeasedNode skewed = node(3, Duration.ZERO).start();
        skewed.time().step(Duration.ofMinutes(7));
        skewed.holder().clockReadings(CHECKED.longestSilence());
    }

    @Test
    void nodeWithARightClockStartsBesideASkewedPeer() {
        threePeersOfWhichOneIsSkewed();
        LeasedNode right = node(4, Duration.ofMillis(-30));

        assertThatNoException().isThrownBy(right::start);
        assertThat(right.keeper().status().peerClocks()).isEqualTo(new PeerClocks(3, Duration.ofMillis(-50)));
    }

    @Test
    void nodeWithASkewedClockIsRefused() {
        threePeersOfWhichOneIsSkewed();
        LeasedNode wrong = node(4, Duration.ofSeconds(6));
        long began = scene.time().elapsedNanos();

        assertThatExceptionOfType(WorkerIdException.ClockDiffersFromPeers.class)
                .isThrownBy(wrong::start)
                .withMessageContaining("6 seconds")
                .withMessageContaining("3 running nodes")
                .withMessageContaining("5 seconds");
        assertThat(wrong.holder().list()).as("no worker id was taken").hasSize(3);
        assertThat(Duration.ofNanos(scene.time().elapsedNanos() - began))
                .isBetween(CHECKED.maxWait(), CHECKED.maxWait().plus(CHECKED.reportInterval()));
    }

    @Test
    void firstNodeHasNoPeerToCompareWith() {
        LeasedNode first = node(1, Duration.ofDays(3)).start();

        assertThat(first.keeper().status().peerClocks()).isEqualTo(PeerClocks.NONE);
    }

    @Test
    void clocksOfTheDeadDoNotCount() {
        node(1, Duration.ofHours(2)).start().crash();
        node(2, Duration.ZERO).start();

        assertThat(node(3, Duration.ZERO).start().keeper().status().peerClocks().peers())
                .isEqualTo(1);
    }

    /** Its last report counts for a while; its clock may be why it was killed. */
    @Test
    void nodeThatWasKilledAMomentAgoIsOutwaited() {
        LeasedNode killed = node(1, Duration.ofHours(2)).start();
        killed.time().close();

        assertThat(node(2, Duration.ZERO).start().keeper().status().peerClocks())
                .as("its session has not ended")
                .isEqualTo(PeerClocks.NONE);
    }

    @Test
    void interruptEndsTheWaitForNodesThatWereKilled() {
        node(1, Duration.ofHours(2)).start();
        LeasedNode second = node(2, Duration.ZERO);
        long began = second.now();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(WorkerIdException.ClockDiffersFromPeers.class).isThrownBy(second::start);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(second.now()).isEqualTo(began);
    }

    @Test
    void thresholdOfZeroAsksNoPeer() {
        LeasedNode node = scene.fixed(LeaseScene.A, LeaseScene.FIXED, null);
        node.start();

        assertThat(node.holder().calls()).as("acquisition only").isEqualTo(1);
    }

    @Test
    void differenceOfExactlyTheThresholdIsAccepted() {
        PeerClocks clocks = PeerClocks.of(List.of(reading(true, 5_000), reading(false, 0)));

        assertThat(clocks.exceeds(Duration.ofSeconds(5))).isFalse();
        assertThat(clocks.exceeds(Duration.ofMillis(4_999))).isTrue();
        assertThat(clocks.exceeds(Duration.ZERO)).isFalse();
    }

    @Test
    void medianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
        PeerClocks clocks = PeerClocks.of(List.of(
                reading(false, 100),
                reading(true, 0),
                reading(false, -50_000),
                reading(false, 200),
                reading(false, 90_000)));

        assertThat(clocks).isEqualTo(new PeerClocks(4, Duration.ofMillis(-150)));
    }

    private static ClockReading reading(boolean self, long offsetMillis) {
        return new ClockReading(self ? "self" : "peer", self, Duration.ofMillis(offsetMillis));
    }
}
