package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeStatus;
import io.leafid.workerid.LeaseScene;
import io.leafid.workerid.LeaseStatus;
import io.leafid.workerid.PeerClocks;
import io.leafid.workerid.WorkerIdLease;
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
        if (health().isDown()) {
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
                .containsEntry("leaseRemaining", SnowflakeScene.RESERVATION)
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
                .containsEntry("leaseRemaining", Duration.ZERO)
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
                .containsEntry("reason", "the clock stands PT3S behind the last timestamp used")
                .containsEntry("since", last);
        agreesWithCalls();

        scene.scene.seconds(3);
        assertThat(health().isDown()).isFalse();
        agreesWithCalls();
    }

    @Test
    void aSmallStepBackIsWaitedOutAndNoReasonToBeDown() {
        scene.generator.nextId();
        scene.node.time().step(Duration.ofMillis(-4));

        assertThat(health().isDown()).isFalse();
        agreesWithCalls();
    }

    @Test
    void isDownAfterTheGeneratorWasClosed() {
        scene.generator.close();

        assertThat(health().isDown()).isTrue();
        agreesWithCalls();
    }

    @Test
    void warnsWhenTheWorkerIdWasTakenAway() {
        EngineHealth health = SnowflakeHealth.judge(status(LeaseStatus.State.LOST, Duration.ofDays(9_000)), false);

        assertThat(health.level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(health.details().get("reason")).asString().contains("belongs to another process");
    }

    @Test
    void saysThatIdsGoOnWhereTheLocalMarkSuffices() {
        scene.registryAnswers(false);

        assertThat(SnowflakeHealth.judge(scene.generator.status(), true)
                        .details()
                        .get("reason"))
                .asString()
                .endsWith("ids go on without it");
    }

    @Test
    void warnsOneYearBeforeTimestampsRunOutAndIsDownAfterwards() {
        assertThat(judged(Duration.ofDays(366)).level()).isEqualTo(EngineHealth.Level.UP);
        assertThat(judged(Duration.ofDays(364)).level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(judged(Duration.ofDays(364)).details())
                .containsEntry("lifetimeRemaining", Duration.ofDays(364))
                .hasEntrySatisfying(
                        "reason",
                        reason ->
                                assertThat(reason).asString().startsWith("timestamps run out at 2080-07-10T17:30:30"));
        assertThat(judged(Duration.ofMillis(-1)).isDown()).isTrue();
    }

    private static EngineHealth judged(Duration lifetime) {
        return SnowflakeHealth.judge(status(LeaseStatus.State.HELD, lifetime), false);
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
                        new WorkerIdLease(3, 0, Long.MAX_VALUE / 2),
                        true,
                        Instant.EPOCH,
                        Instant.EPOCH,
                        reason,
                        PeerClocks.NONE),
                lifetime);
    }
}
