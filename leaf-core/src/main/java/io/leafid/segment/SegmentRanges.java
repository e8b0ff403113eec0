package io.leafid.segment;

import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.store.AllocatedSegment;
import java.util.Map;
import java.util.function.Function;

/** The ranges of a generator's tags that other processes take, which hand the ids out themselves. Thread-safe. */
public final class SegmentRanges {

    private final Function<String, TagRegistry> registries;
    private final Map<String, Long> granted;

    /** Those of one generator, which keeps how many ids were granted by tag. */
    SegmentRanges(Function<String, TagRegistry> registries, Map<String, Long> granted) {
        this.registries = registries;
        this.granted = granted;
    }

    /**
     * Allocates a range. Those who wait for one of the same tag at the same moment share an allocation. Nothing else is reserved
     * for it; the limits of the tag hold, and a tag that has no row never gets one.
     *
     * @param tag the tag
     * @param amount how many ids, at least 1
     * @param seen the process holds ids below this, perhaps from elsewhere; counts for this call alone
     * @return the range, whose ids no other caller gets
     * @throws io.leafid.IdGenerationException if there are none
     * @throws io.leafid.segment.store.CounterSetBackException if the counter stands below {@code seen}; nothing was changed
     */
    public AllocatedSegment allocate(String tag, long amount, long seen) {
        if (amount < 1) {
            throw new IllegalArgumentException("amount must be at least 1, but is " + amount);
        }
        AllocatedSegment range = registries.apply(tag).grant(tag, amount, seen);
        granted.merge(tag, amount, Long::sum);
        return range;
    }

    /**
     * Gives the end of a range back of which no id was used, if it is still the last one of the tag. Asks the store on this
     * thread.
     *
     * @return whether the store has taken it
     */
    public boolean giveBack(String tag, long first, long end) {
        return registries.apply(tag).giveBack(tag, first, end);
    }

    /** Forgets that there was no such tag, since its row was made: the next call for it asks the store. */
    public void forgetAnswer(String tag) {
        registries.apply(tag).forgetAnswer(tag);
    }

    /** The most ids of a tag that pass its limit at once; those of a second. */
    public long maxRate(String tag) {
        Long rate = registries.apply(tag).limitOf(tag).maxRate();
        return (rate == null) ? Long.MAX_VALUE : rate;
    }

    /** The number of ids of a tag that other processes have taken since the start, also if they gave some back. */
    public long granted(String tag) {
        return granted.getOrDefault(tag, 0L);
    }

    /** Returns whether nothing of a tag is allocated because its row was rewound, as far as is known. */
    public boolean isSetBack(String tag) {
        TagBuffer buffer = registries.apply(tag).known(tag);
        return buffer != null && buffer.isSetBack();
    }
}
