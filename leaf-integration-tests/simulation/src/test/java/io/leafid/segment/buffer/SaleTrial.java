package io.leafid.segment.buffer;

import io.leafid.SegmentUnavailableException;
import io.leafid.cluster.Lapses;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.time.TimeSource;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A range that is granted at one point of the end of a run, or of a first limit: its end must not be forgotten. Stateless. */
public final class SaleTrial implements LongFunction<@Nullable String> {

    /** Added to the point: the tag gets its first limit, in the midst of which the range is granted. */
    public static final int LIMITS = 1_000;

    /** The same, and the thread that grants stands still before it has noted the end of the range. */
    public static final int LIMITS_HALF = 2_000;

    @Override
    public @Nullable String apply(long code) {
        return new Sale().at((int) (code % LIMITS), (int) (code / LIMITS * LIMITS));
    }

    private static final class Sale implements TimeSource {

        private final InMemorySegmentStore store = new InMemorySegmentStore().put("order", 100, 10);
        private final ManualExecutor loader = new ManualExecutor().defer();
        private final IdleBuffer idle = new IdleBuffer();
        private final SegmentBuffer buffer = new SegmentBuffer(
                new SegmentContext(
                        new TagIndex(),
                        store,
                        AllocationSettings.DEFAULT,
                        () -> 0.5,
                        this,
                        new SegmentThreads(() -> new SegmentThreads.Pools(idle.time(), loader, new ManualExecutor())),
                        new StoreHealth("", this, event -> {}),
                        null),
                (tag, deadline, unknown) -> {},
                new TagRow("order", 100, 10),
                0);
        private final CallerGroup group = buffer.groupsToJoin().join(3, 0, 1_000);
        private final CountDownLatch standsStill = new CountDownLatch(1);
        private final CountDownLatch goesOn = new CountDownLatch(1);
        private boolean isHalf;

        private @Nullable String at(int point, int how) {
            StoreCall<?> unused = buffer.allocator().ensureStarted(0);
            isHalf = how == LIMITS_HALF;
            Thread granting = new Thread(this::grant);
            store.hold();
            granting.start();
            while (store.calls() == 0) {
                Thread.onSpinWait();
            }
            long[] known = new long[1];
            boolean wasReached = Lapses.atPoint(
                    point,
                    () -> {
                        store.release();
                        await(standsStill);
                    },
                    () -> known[0] = (how == 0) ? stopped() : limited());
            store.release();
            goesOn.countDown();
            join(granting);
            AllocatedSegment sold = group.claim(3);
            boolean isKept = sold == null || known[0] >= sold.end();
            return !wasReached ? "" : isKept ? null : "sold %s, and known is %s".formatted(sold, known[0]);
        }

        private void grant() {
            loader.runAll();
            standsStill.countDown();
        }

        private long stopped() {
            var unused = buffer.retire(new SegmentUnavailableException("stopped", null));
            return buffer.issuedEnd();
        }

        private long limited() {
            TagBuffer next = buffer.limitedBy(new TagGate("order", this));
            return next.allocator().history().highestEnd();
        }

        /** Read by the thread that grants after it has granted, and before it has noted that. */
        @Override
        public long nanoTime() {
            if (isHalf && buffer != null && buffer.groups().grantedEnd() > 0 && standsStill.getCount() > 0) {
                standsStill.countDown();
                await(goesOn);
            }
            return idle.time().nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return idle.time().currentTimeMillis();
        }

        @Override
        public void parkNanos(long nanos) {
            idle.time().parkNanos(nanos);
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }
}
