package io.leafid.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.test.time.ManualTime;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlingWatchTest {

    private static final WorkerIdLease LEASE = new WorkerIdLease(0, "token", 0, 1);

    private final ManualTime time = new ManualTime();
    private final SettlingWatch watch = new SettlingWatch(time, Duration.ofSeconds(3));
    private final List<Duration> watched = new ArrayList<>();

    private void looks(boolean isMissing) {
        assertThatExceptionOfType(WorkerIdException.Unsettled.class)
                .isThrownBy(() -> watch.ask(missing -> {
                    watched.add(missing);
                    throw new WorkerIdException.Unsettled(
                            "the place", Duration.ofSeconds(6).minus(missing), isMissing);
                }));
    }

    @Test
    void recordIsMissingForAsLongAsEachLookHasFoundItMissing() {
        looks(true);
        time.advance(Duration.ofSeconds(3));
        looks(true);
        time.advance(Duration.ofMillis(4_500));
        looks(true);

        assertThat(watched).containsExactly(Duration.ZERO, Duration.ofSeconds(3), Duration.ofMillis(7_500));
    }

    @Test
    void recordThatWasThereOnceIsWatchedForAnew() {
        looks(true);
        time.advance(Duration.ofSeconds(3));
        looks(false);
        time.advance(Duration.ofSeconds(3));
        looks(true);
        time.advance(Duration.ofSeconds(1));

        assertThat(watch.ask(missing -> {
                    watched.add(missing);
                    return LEASE;
                }))
                .isEqualTo(LEASE);
        assertThat(watched).containsExactly(Duration.ZERO, Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(1));
    }

    /** In a pause it may have been put back, and deleted again right before the next look. */
    @Test
    void pauseInWhichTheRecordMayHaveBeenThereCountsForNothing() {
        looks(true);
        time.advance(Duration.ofMillis(4_501));
        looks(true);
        time.advance(Duration.ofSeconds(3));
        looks(true);

        assertThat(watched).containsExactly(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(3));
    }
}
