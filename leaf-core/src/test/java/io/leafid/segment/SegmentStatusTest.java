package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told about a tag's reserve. */
@Timeout(300)
class SegmentStatusTest {

    private final ManualGenerator leaf = new ManualGenerator().row("order", 2_001, 2_000);

    @Test
    void aTagThatWasNeverUsedIsIdleWithItsConfiguredStep() {
        leaf.start();
        SegmentTagStatus status = leaf.status("order");

        assertThat(status.state()).isEqualTo(SegmentTagStatus.State.IDLE);
        assertThat(status.steps().current()).isEqualTo(2_000);
        assertThat(status.reserve().current()).isNull();
        assertThat(status.reserve().unused()).isZero();
        assertThat(status.allocations().last()).isNull();
    }

    @Test
    void theNumbersAreThoseOfBothSegments() {
        leaf.start();
        leaf.nextIds("order", 56);
        assertThat(leaf.status("order").reserve().upcoming()).isEmpty();
        leaf.store.allocate("order", 4_000, 0);
        leaf.nextIds("order", 200);
        SegmentTagStatus status = leaf.status("order");

        assertThat(status.state()).isEqualTo(SegmentTagStatus.State.READY);
        assertThat(status.reserve().current()).isEqualTo(new SegmentRange(2_001, 4_001));
        assertThat(status.reserve().next()).isEqualTo(2_257);
        assertThat(status.reserve().remaining()).isEqualTo(1_744);
        assertThat(status.reserve().upcoming()).containsExactly(new SegmentRange(8_001, 10_001));
        assertThat(status.reserve().unused()).isEqualTo(3_744);
        assertThat(status.traffic().issued()).isEqualTo(256);
        assertThat(status.allocations().totals().successes()).isEqualTo(2);
        assertThat(status.allocations().last()).satisfies(load -> {
            assertThat(load).isNotNull();
            assertThat(load.outcome()).isEqualTo(LastAllocation.Outcome.SUCCESS);
            assertThat(load.at()).isEqualTo(leaf.time.now());
            assertThat(load.reason()).isNull();
        });
    }

    @Test
    void issuedCountsThroughEverySegment() {
        leaf.row("order", 1, 7).start();
        for (int i = 0; i < 500; i++) {
            leaf.nextId("order");
        }
        leaf.nextIds("order", 333);

        assertThat(leaf.status("order").traffic().issued()).isEqualTo(833);
    }

    @Test
    void readingConsumesNoIdAndAsksNoStore() {
        leaf.start();
        leaf.nextId("order");
        int calls = leaf.store.calls();
        for (int i = 0; i < 100; i++) {
            leaf.generator().status();
            leaf.status("order");
            leaf.generator().storeStatus();
        }
        assertThat(leaf.store.calls()).isEqualTo(calls);
        assertThat(leaf.nextId("order")).isEqualTo(2_002);
    }

    @Test
    void aTagWithReservesIsDegradedAndOneWithoutUnavailableWhileTheStoreFails() {
        leaf.start();
        leaf.nextId("order");
        leaf.store.goDown();
        leaf.nextIds("order", 300);
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.DEGRADED);
        assertThat(leaf.status("order").allocations().failuresInARow()).isEqualTo(1);

        leaf.nextIds("order", 1_699);
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.UNAVAILABLE);
    }

    @Test
    void aTagWhoseFirstSegmentIsOnItsWayIsLoading() {
        leaf.start();
        leaf.loader.defer();
        assertThatThrownBy(() -> leaf.nextId("order"));

        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.LOADING);
        assertThat(leaf.status("order").waits().count()).isEqualTo(1);
    }

    @Test
    void aTagWhoseAllocationHangsLongerThanCallersWaitIsUnavailableBeforeItsTimeOut() {
        leaf.start();
        leaf.loader.defer();
        assertThatThrownBy(() -> leaf.nextId("order"));
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.LOADING);

        leaf.time.advance(Duration.ofMillis(99));
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.LOADING);
        leaf.time.advance(Duration.ofMillis(1));
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.UNAVAILABLE);

        leaf.loader.runAll();
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.READY);
    }

    @Test
    void anAllocationThatHangsWhileIdsAreLeftIsNoOutage() {
        leaf.start();
        leaf.nextId("order");
        leaf.loader.defer();
        leaf.nextIds("order", 300);
        leaf.time.advance(Duration.ofSeconds(2));

        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.READY);
    }

    @Test
    void theRateIsTheRateThatIsDriven() {
        leaf.start();
        leaf.status("order");
        for (int i = 0; i < 5_000; i++) {
            leaf.nextId("order");
            leaf.time.advance(Duration.ofMillis(2));
        }
        assertThat(leaf.status("order").traffic().idsPerSecond()).isCloseTo(500, within(1.0));
        leaf.time.advance(Duration.ofSeconds(10));
        assertThat(leaf.status("order").traffic().idsPerSecond()).isZero();
    }

    @Test
    void theRateOfAFullSecondIsKeptForReadersThatComeTooOften() {
        leaf.start();
        leaf.nextIds("order", 100);
        leaf.time.advance(Duration.ofSeconds(1));
        double rate = leaf.status("order").traffic().idsPerSecond();
        leaf.time.advance(Duration.ofMillis(1));

        assertThat(rate).isEqualTo(100);
        assertThat(leaf.status("order").traffic().idsPerSecond()).isEqualTo(100);
    }

    @Test
    void aReadingBesideCallersIsConsistentInItself() throws InterruptedException {
        leaf.row("order", 0, 5).with(settings -> settings.maxStep(5)).start();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            while (!stop.get()) {
                leaf.nextId("order");
            }
        });
        caller.setUncaughtExceptionHandler((thread, ex) -> failure.set(ex));
        caller.start();
        for (int i = 0; i < 20_000; i++) {
            SegmentTagStatus status = leaf.status("order");
            SegmentRange current = status.reserve().current();
            if (current != null) {
                assertThat(status.reserve().next() + status.reserve().remaining())
                        .isEqualTo(current.end());
                assertThat(status.traffic().issued())
                        .as("a row at 0 alone on its table")
                        .isEqualTo(status.reserve().next());
            }
        }
        stop.set(true);
        caller.join();

        assertThat(failure.get()).isNull();
    }
}
