package io.leafid.segment.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.history.CallRecord;
import io.leafid.history.OrderCheck;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes of eight callers each on a store that fails now and then, before or after it has committed. */
@Timeout(300)
class OrderedCallersTest {

    private static final String TAG = "order";
    private static final int CALLERS = 8;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final int ENOUGH = 200;

    private static final SegmentSettings SETTINGS = new SegmentSettings(
            new AllocationSettings(
                    Duration.ofMinutes(15),
                    50,
                    Map.of(TAG, new TagSettings(null, IdOrder.GLOBAL)),
                    0.1,
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(1)),
            Duration.ofSeconds(60),
            true,
            null,
            true);

    private final SegmentStore memory = new InMemorySegmentStore().put(TAG, 1, 1000);
    private final AtomicInteger made = new AtomicInteger();
    private final ExecutorService callers = Executors.newFixedThreadPool(2 * CALLERS);

    @AfterEach
    void stop() {
        callers.shutdownNow();
    }

    @Test
    void idsAreInTheOrderOfTheCallsWhateverTheStoreFails() throws Exception {
        SegmentStore store = new FailingNowAndThen(memory);
        List<CallRecord> calls = new ArrayList<>();
        try (SegmentIdGenerator one = new SegmentIdGenerator(store, SETTINGS, List.of(), null, event -> {});
                SegmentIdGenerator other = new SegmentIdGenerator(store, SETTINGS, List.of(), null, event -> {})) {
            one.start();
            other.start();
            long end = System.nanoTime() + PERIOD.toNanos();
            List<Future<List<CallRecord>>> logs = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                logs.add(callers.submit(() -> callUntil(end, one.sequence(TAG))));
                logs.add(callers.submit(() -> callUntil(end, other.sequence(TAG))));
            }
            for (Future<List<CallRecord>> log : logs) {
                calls.addAll(log.get());
            }
        }

        assertThat(calls).hasSizeGreaterThan(ENOUGH);
        assertThat(OrderCheck.violation(calls)).isEmpty();
        assertThat(calls.stream()
                        .flatMapToLong(call -> LongStream.rangeClosed(call.first(), call.last()))
                        .boxed())
                .doesNotHaveDuplicates();
    }

    private List<CallRecord> callUntil(long end, IdSequence sequence) {
        List<CallRecord> log = new ArrayList<>();
        for (long begun = System.nanoTime(); begun - end < 0 || made.get() <= ENOUGH; begun = System.nanoTime()) {
            int count = ThreadLocalRandom.current().nextInt(1, 20);
            try {
                long[] ids = sequence.next(count);
                log.add(new CallRecord(begun, System.nanoTime(), ids[0], ids[count - 1]));
                made.incrementAndGet();
            } catch (IdGenerationException ex) {
                assertThat(ex).hasMessageContaining("scripted");
            }
        }
        return log;
    }

    /** One in a hundred allocations fails before its commit, and one after it. Thread-safe. */
    private static final class FailingNowAndThen extends ForwardingSegmentStore {

        FailingNowAndThen(SegmentStore store) {
            super(store);
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            int draw = ThreadLocalRandom.current().nextInt(100);
            if (draw == 0) {
                throw new IllegalStateException("scripted failure before the commit");
            }
            AllocatedSegment range = super.allocate(tag, amount, floor);
            if (draw == 1) {
                throw new IllegalStateException("scripted failure after the commit");
            }
            return range;
        }
    }
}
