package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnerLivenessProbeTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);

    private final ManualTime time = new ManualTime();
    private final List<Duration> waits = new ArrayList<>();

    private final OwnerLivenessProbe.Registry<Integer> registry = new OwnerLivenessProbe.Registry<>() {

        @Override
        public boolean isLater(Integer before, Integer now) {
            return now > before;
        }

        @Override
        public void awaitReport(Integer seen, Duration atMost) {
            waits.add(atMost);
        }

        @Override
        public WorkerIdException inUse(Integer seen) {
            return new WorkerIdException.IdentityInUse(SELF, "report " + seen);
        }
    };

    @Test
    void silentOwnerIsWatchedUntilTimeIsUp() {
        OwnerLivenessProbe<Integer> probe = new OwnerLivenessProbe<>(registry, time, Duration.ofSeconds(2));

        probe.await(7);
        time.advance(Duration.ofMillis(1_500));
        probe.await(7);
        time.advance(Duration.ofMillis(500));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class).isThrownBy(() -> probe.await(7));
        assertThat(waits).containsExactly(Duration.ofMillis(2_001), Duration.ofMillis(501));
    }

    @Test
    void oneReportIsEnough() {
        OwnerLivenessProbe<Integer> probe = new OwnerLivenessProbe<>(registry, time, Duration.ofSeconds(2));

        probe.await(7);

        assertThat(probe.hasReported(8)).isTrue();
        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> probe.await(8))
                .withMessage("report 8");
        assertThat(waits).hasSize(1);
    }
}
