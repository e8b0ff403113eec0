package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.WorkerIdEntry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Looking at the list of leases must not cost the registry much, nor the one who looks. */
class LeaseListCacheTest {

    private static final Duration TIMEOUT = Duration.ofMillis(50);

    private final ManualTime time = new ManualTime();
    private final ManualExecutor reader = new ManualExecutor();
    private final AtomicInteger readings = new AtomicInteger();
    private volatile boolean isAway;
    private final LeaseListCache list = new LeaseListCache(this::read, reader, time::now, TIMEOUT);

    private List<WorkerIdEntry> read() {
        readings.incrementAndGet();
        if (isAway) {
            throw new IllegalStateException("the registry is unavailable");
        }
        return List.of(entry(7), entry(3));
    }

    private static WorkerIdEntry entry(int workerId) {
        return new WorkerIdEntry(workerId, "10.0.0.1:8080", null, null, true, false);
    }

    private LeaseListCache.Snapshot get() {
        return Objects.requireNonNull(list.get());
    }

    @Test
    void isSortedAndAskedForOnceInTenSeconds() {
        assertThat(get().entries()).extracting(WorkerIdEntry::workerId).containsExactly(3, 7);
        time.advance(LeaseListCache.VALIDITY.minusMillis(1));
        get();
        assertThat(readings).hasValue(1);

        time.advance(Duration.ofMillis(1));
        assertThat(get().readAt()).isEqualTo(time.now());
        assertThat(readings).hasValue(2);
    }

    @Test
    void keepsTheLastListWhileTheRegistryIsAwayAndDoesNotHammerIt() {
        LeaseListCache.Snapshot before = get();
        isAway = true;
        time.advance(LeaseListCache.VALIDITY);

        assertThat(get()).isEqualTo(before);
        assertThat(get()).isEqualTo(before);
        assertThat(readings).hasValue(2);

        isAway = false;
        time.advance(LeaseListCache.VALIDITY);
        assertThat(get().readAt()).isEqualTo(time.now());
    }

    @Test
    void isNothingWhenTheRegistryHasNeverAnswered() {
        isAway = true;

        assertThat(list.get()).isNull();
    }

    @Test
    void waitsForAHangingRegistryNoLongerThanItsPatienceAndAsksOnce() {
        reader.defer();
        long began = System.nanoTime();

        assertThat(list.get()).isNull();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(TIMEOUT, TIMEOUT.plusSeconds(60));
        time.advance(LeaseListCache.VALIDITY.multipliedBy(3));
        assertThat(list.get()).isNull();
        assertThat(reader.queued()).isEqualTo(1);

        reader.runAll();
        assertThat(get().entries()).hasSize(2);
    }

    @Test
    void asksAgainWhenTheClockWasSetBack() {
        get();
        time.stepWallClock(Duration.ofHours(-1));

        get();

        assertThat(readings).hasValue(2);
    }

    @Test
    void anInterruptedReaderGetsTheLastListAndStaysInterrupted() {
        LeaseListCache.Snapshot before = get();
        time.advance(LeaseListCache.VALIDITY);
        reader.defer();
        Thread.currentThread().interrupt();

        assertThat(get()).isEqualTo(before);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void staysReadableWhileTheApplicationCloses() {
        LeaseListCache.Snapshot before = get();
        time.advance(LeaseListCache.VALIDITY);
        reader.shutdown();

        assertThat(get()).isEqualTo(before);
    }
}
