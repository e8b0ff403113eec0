package io.leafid.segment.buffer;

import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.cluster.Lapses;
import io.leafid.segment.store.AllocatedSegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The end of a run at one point of a retirement by another thread: what is noted then must be the end of what was issued. Stateless. */
public final class RetirementTrial implements LongFunction<@Nullable String> {

    private static final long MILLI = 1_000_000;

    @Override
    public @Nullable String apply(long point) {
        IdleBuffer idle = new IdleBuffer();
        SegmentBuffer reserve = idle.buffer();
        reserve.segments().append(new AllocatedSegment(10, 20, 10), 0.5);
        reserve.segments().current().claim(new long[2], 0);
        CompletableFuture<Long> known = new CompletableFuture<>();
        boolean wasReached = Lapses.atPoint(
                (int) point,
                () -> {
                    ForkJoinPool.commonPool().execute(() -> known.complete(endOfRun(reserve)));
                    long begun = idle.time().elapsedNanos();
                    await().until(() -> known.isDone() || idle.time().elapsedNanos() > begun + MILLI);
                },
                () -> {
                    var unused = reserve.retire();
                });
        return !wasReached ? "" : (known.join() == 12) ? null : "the end that would be noted is " + known.join();
    }

    private static long endOfRun(SegmentBuffer reserve) {
        var unused = reserve.retire(new SegmentUnavailableException("stopped", null));
        return reserve.issuedEnd();
    }
}
