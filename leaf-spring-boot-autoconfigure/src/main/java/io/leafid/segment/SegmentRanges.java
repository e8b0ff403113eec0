package io.leafid.segment;

import io.leafid.segment.StoreEngines.StoreEngine;
import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.time.Deadline;
import org.jspecify.annotations.Nullable;

/** The ranges of a generator's tags that other processes buy, which hand the ids out themselves. Thread-safe. */
public final class SegmentRanges {

    private final StoreEngines engines;

    SegmentRanges(StoreEngines engines) {
        this.engines = engines;
    }

    /**
     * Allocates a range. Those who wait for one of the same tag at the same moment share an allocation. Nothing else is reserved
     * for it; the limits of the tag hold, and a tag that has no row never gets one.
     *
     * @param tag the tag
     * @param amount how many ids, at least 1
     * @return the range, whose ids nobody else gets
     * @throws io.leafid.IdGenerationException if there are none
     */
    public AllocatedSegment allocate(String tag, long amount) {
        if (amount < 1) {
            throw new IllegalArgumentException("amount must be at least 1, but is " + amount);
        }
        StoreEngine engine = engines.of(tag);
        Deadline deadline = engine.context().allocationDeadline();
        return engine.registry().resolve(tag, deadline, Unknown.REFUSED).grant(amount, deadline);
    }

    /**
     * Gives the end of a range back of which no id was used, if it is still the last one of the tag. Asks the store on this
     * thread.
     *
     * @return whether the store has taken it
     */
    public boolean giveBack(String tag, long first, long end) {
        TagBuffer buffer = known(tag);
        return buffer != null
                && buffer.takeBack(first, end)
                && engines.of(tag).context().store().giveBack(tag, first, end);
    }

    /** Whether nothing of a tag is allocated because its row was set back, as far as is known. */
    public boolean isSetBack(String tag) {
        TagBuffer buffer = known(tag);
        return buffer != null && buffer.isSetBack();
    }

    private @Nullable TagBuffer known(String tag) {
        return engines.of(tag).registry().known(tag);
    }
}
