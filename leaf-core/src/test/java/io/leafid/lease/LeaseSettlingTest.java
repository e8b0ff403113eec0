package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.CapturedLog;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A start after all records were deleted: nodes that run put theirs back within two reports, and until then no worker id is taken. */
class LeaseSettlingTest {

    private final LeaseScene scene = new LeaseScene();

    @BeforeEach
    void deleteAllRecords() {
        scene.registry().clear();
    }

    @Test
    void startLooksFourTimesAReportAndTakesAWorkerIdAfterTwo() {
        LeasedNode node = scene.fixed(A, FIXED, null);
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            node.start();

            assertThat(log.messages())
                    .filteredOn(message -> message.contains("records may have been deleted"))
                    .as("told once")
                    .hasSize(1);
        }
        assertThat(waited()).isEqualTo(FIXED.settling());
        assertThat(node.holder().calls()).isEqualTo(9);
        assertThat(node.canIssue()).isTrue();
    }

    @Test
    void startThatComesLateWaitsOnlyForWhatIsLeft() {
        Duration left = Duration.ofMillis(20);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> scene.fixed(B, FIXED, null).start());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waited()).as("an interrupt ends the wait").isZero();
        scene.time().advance(FIXED.settling().minus(left));

        scene.fixed(A, FIXED, null).start();

        assertThat(waited()).isBetween(FIXED.settling(), FIXED.settling().plusMillis(1));
    }

    private Duration waited() {
        return Duration.ofNanos(scene.time().elapsedNanos());
    }
}
