package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerationException;
import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.concurrent.Availability;
import io.leafid.lease.LeaseReserve;
import io.leafid.lease.LeaseScene;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.lease.PeerClocks;
import io.leafid.snowflake.SnowflakeStatus;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.NodeIdentity;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When the snowflake engine counts as able to issue ids: exactly when a call would return one. */
class SnowflakeHealthTest {

    private final SnowflakeScene scene = new SnowflakeScene();

    private EngineHealth health() {
        return scene.view.health();
    }

    private void agreesWithCalls() {
        if (health().level() == EngineHealth.Level.DOWN) {
            assertThatThrownBy(scene.generator::nextId).isInstanceOf(IdGenerationException.class);
        } else {
            assertThat(scene.generator.nextId()).isPositive();
        }
    }

    @Test
    void isUpWhileTheLeaseIsHeld() {
        assertThat(health().details())
                .containsEntry("status", "UP")
                .containsEntry("workerId", 0)
                .containsEntry("registry", "UP")
                .containsEntry("lease", "HELD")
                .containsEntry("leaseRemaining", "10 minutes")
                .doesNotContainKeys("reason", "since");
        agreesWithCalls();
    }

    @Test
    void warnsWhileTheRegistryIsAwayAndIsDownOnceTheReservedTimeHasRunOut() {
        scene.scene.seconds(6);
        Instant noticed = scene.node.instant().plusSeconds(3);
        scene.registryAnswers(false);

        assertThat(health().level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(health().details()).containsEntry("since", noticed).containsEntry("registry", "DOWN");
        agreesWithCalls();

        scene.scene.seconds(600);
        assertThat(health().level()).isEqualTo(EngineHealth.Level.DOWN);
        assertThat(health().details())
                .containsEntry("leaseRemaining", "0 seconds")
                .hasEntrySatisfying(
                        "reason",
                        reason ->
                                assertThat(reason).asString().startsWith("the time reserved for worker id 0 has run"));
        agreesWithCalls();

        scene.registryAnswers(true);
        assertThat(health().level()).isEqualTo(EngineHealth.Level.UP);
        agreesWithCalls();
    }

    @Test
    void isDownWhileTheClockStandsTooFarBehindAndSaysByHowMuch() {
        scene.generator.nextId();
        Instant last = scene.node.instant();
        scene.node.time().step(Duration.ofSeconds(-3));

        assertThat(health().details())
                .containsEntry("status", "DOWN")
                .containsEntry("reason", "the clock is 3 seconds behind the last timestamp used")
                .containsEntry("since", last);
        agreesWithCalls();

        scene.scene.seconds(3);
        assertThat(health().level()).isNotEqualTo(EngineHealth.Level.DOWN);
        agreesWithCalls();
    }

    @Test
    void aSmallStepBackIsWaitedOutAndNoReasonToBeDown() {
        scene.generator.nextId();
        scene.node.time().step(Duration.ofMillis(-4));

        assertThat(health().level()).isNotEqualTo(EngineHealth.Level.DOWN);
        agreesWithCalls();
    }

    @Test
    void isDownAfterTheGeneratorWasClosed() {
        scene.generator.close();

        assertThat(health().level()).isEqualTo(EngineHealth.Level.DOWN);
        agreesWithCalls();
    }

    @Test
    void warnsWhenTheWorkerIdWasTakenAway() {
        EngineHealth health = SnowflakeHealth.judge(status(LeaseStatus.State.LOST, Duration.ofDays(9_000)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(health.details().get("reason")).asString().contains("belongs to another process");
    }

    @Test
    void saysThatIdsGoOnWhereTheLocalMarkSuffices() {
        SnowflakeScene fixed = new SnowflakeScene(
                "zk_normal", scene -> scene.fixed(LeaseScene.A, LeaseScene.FIXED, new InMemoryLocalMark()));
        fixed.registryAnswers(false);

        assertThat(fixed.view.health().details())
                .containsEntry("leaseRemaining", "unlimited")
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason).asString().endsWith("ids go on without it"));
    }

    @Test
    void saysWhenIdsEndWhereTheRegistryIsTheDiskThatFails() {
        SnowflakeScene local = new SnowflakeScene("local", scene -> scene.onDisk(LeaseScene.A));
        assertThat(local.view.health().details()).containsEntry("leaseRemaining", "unlimited");
        Instant last = local.node.instant().plusSeconds(10);
        local.registryAnswers(false);

        assertThat(local.view.health().details())
                .containsEntry("leaseRemaining", "4 seconds")
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason).asString().endsWith("; ids are issued up to " + last));
    }

    /** The mark on the disk is seconds ahead, the reservation is ten minutes: the latter is what ids last for. */
    @Test
    void aFreeWorkerIdCountsItsReservationDownWhateverTheMarkSays() {
        SnowflakeScene pooled =
                new SnowflakeScene("zk_recycle", scene -> scene.pooled(LeaseScene.A, new InMemoryLocalMark()));
        assertThat(pooled.view.health().details()).containsEntry("leaseRemaining", "10 minutes");

        pooled.registryAnswers(false);
        pooled.scene.seconds(54);
        assertThat(pooled.view.health().details()).containsEntry("leaseRemaining", "9 minutes");
    }

    @Test
    void aDiskThatFailsEndsTheIdsAtTheLastMark() {
        InMemoryLocalMark disk = new InMemoryLocalMark();
        SnowflakeScene fixed =
                new SnowflakeScene("zk_normal", scene -> scene.fixed(LeaseScene.A, LeaseScene.FIXED, disk));
        disk.full(true);
        fixed.scene.seconds(3);

        assertThat(fixed.view.health().details())
                .containsEntry("status", "WARN")
                .containsEntry("leaseRemaining", "3 seconds")
                .hasEntrySatisfying(
                        "reason",
                        reason -> assertThat(reason).asString().contains("No space left", "; ids are issued up to "));
        fixed.scene.seconds(3);
        assertThat(fixed.view.health().level()).isEqualTo(EngineHealth.Level.DOWN);
        assertThatThrownBy(fixed.generator::nextId).isInstanceOf(IdGenerationException.class);
    }

    @Test
    void nothingRemainsWhileTheClockStandsBehind() {
        SnowflakeScene pooled =
                new SnowflakeScene("zk_recycle", scene -> scene.pooled(LeaseScene.A, new InMemoryLocalMark()));
        pooled.scene.seconds(6);
        pooled.generator.nextId();
        pooled.stepClock(Duration.ofHours(-1));

        assertThat(pooled.view.health().details())
                .containsEntry("status", "DOWN")
                .containsEntry("leaseRemaining", "0 seconds");
        assertThatThrownBy(pooled.generator::nextId).isInstanceOf(IdGenerationException.class);
    }

    @Test
    void isDownWhileTheClockStandsBehindTheFloorThoughNoIdWasIssued() {
        SnowflakeScene local = new SnowflakeScene("local", scene -> {
            scene.pooled(LeaseScene.A, null).start().stop(scene.time().currentTimeMillis());
            return scene.pooled(LeaseScene.A, null);
        });
        local.stepClock(Duration.ofSeconds(-30));

        assertThat(local.view.health().details())
                .containsEntry("status", "DOWN")
                .containsEntry("leaseRemaining", "0 seconds");
        assertThatThrownBy(local.generator::nextId).isInstanceOf(IdGenerationException.class);
    }

    @Test
    void aRegistryThatRefusesIsNotDown() {
        SnowflakeScene lost = new SnowflakeScene("zk_normal", scene -> {
            for (int i = 2; i <= 8; i++) { // all worker ids but one
                scene.pooled(new NodeIdentity("10.0.0." + i, 8080), null).start();
            }
            return scene.pooled(LeaseScene.A, null);
        });
        lost.scene.registry().giveTo(LeaseScene.B, 7, lost.node.now() + 600_000);
        lost.scene.seconds(9);

        assertThat(lost.view.health().details())
                .containsEntry("status", "WARN")
                .containsEntry("lease", "LOST")
                .containsEntry("registry", "UP")
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason).asString().doesNotContain("null"));
        assertThat(lost.node.events()).hasOnlyElementsOfType(LeafEvent.LeaseLost.class);
    }

    @Test
    void warnsOneYearBeforeTimestampsRunOutAndIsDownAfterwards() {
        assertThat(judged(Duration.ofDays(366)).level()).isEqualTo(EngineHealth.Level.UP);
        assertThat(judged(Duration.ofDays(364)).level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(judged(Duration.ofDays(365).minusMinutes(1)).details())
                .containsEntry("lifetimeRemaining", "365 days")
                .hasEntrySatisfying(
                        "reason",
                        reason ->
                                assertThat(reason).asString().startsWith("timestamps run out at 2080-07-10T17:30:30"));
        assertThat(judged(Duration.ofMillis(-1)).level()).isEqualTo(EngineHealth.Level.DOWN);
    }

    private static EngineHealth judged(Duration lifetime) {
        return SnowflakeHealth.judge(status(LeaseStatus.State.HELD, lifetime));
    }

    private static SnowflakeStatus status(LeaseStatus.State state, Duration lifetime) {
        @Nullable String reason = (state == LeaseStatus.State.LOST) ? "10.0.0.9:8080 has it" : null;
        return new SnowflakeStatus(
                SnowflakeLayout.DEFAULT,
                null,
                Duration.ZERO,
                Duration.ofMillis(5),
                0,
                0,
                new LeaseStatus(
                        state,
                        LeaseScene.A.toString(),
                        new LeaseWindow(3, 0, Long.MAX_VALUE / 2),
                        new LeaseReserve(Long.MAX_VALUE / 2, SnowflakeScene.RESERVATION),
                        new Availability.Status(Availability.State.UP, Instant.EPOCH, null),
                        Instant.EPOCH,
                        reason,
                        PeerClocks.NONE),
                lifetime);
    }
}
