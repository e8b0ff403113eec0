package io.leafid.segment.buffer;

import io.leafid.cluster.Lapses;
import io.leafid.segment.store.AllocatedSegment;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A retirement at one point of a caller's move to the next segment: it must know the end of what was issued. Stateless. */
public final class SwitchTrial implements LongFunction<@Nullable String> {

    private static final double DUE_AT_ONCE = -1;

    @Override
    public @Nullable String apply(long point) {
        SegmentBuffer reserve = new IdleBuffer().buffer();
        reserve.segments().append(new AllocatedSegment(10, 12, 10), DUE_AT_ONCE);
        reserve.segments().append(new AllocatedSegment(20, 30, 10), DUE_AT_ONCE);
        Segment usedUp = reserve.segments().current();
        usedUp.claim(new long[2], 0);
        long[] known = new long[1];
        boolean wasReached = Lapses.atPoint(
                (int) point,
                () -> {
                    var unused = reserve.retire();
                    known[0] = reserve.issuedEnd();
                },
                () -> {
                    boolean unused = reserve.segments().advanceFrom(usedUp);
                });
        return !wasReached ? "" : (known[0] == 12) ? null : "the end of what was issued is " + known[0];
    }
}
