package io.leafid.segment.buffer;

import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tag in this process. Thread-safe.
 *
 * <p>A class, not an interface, so that the compiler sees from the classes that are loaded which {@code next()} is called.
 */
public abstract class TagBuffer implements IdSequence {

    private final String tag;

    TagBuffer(String tag) {
        this.tag = tag;
    }

    @Override
    public final String tag() {
        return tag;
    }

    /** Lets calls find the segments of the tag without this buffer from now on. One that must see each call does nothing. */
    public void enterIndex() {}

    /** As {@link #next(int)}, for a call that has a deadline already. */
    public abstract long[] next(int count, Deadline deadline, Unknown unknown);

    /**
     * Allocates a range for another process, which hands the ids out itself. It waits for an allocation that begins after this call, with
     * others who wait; a tag that has no row never gets one.
     *
     * @param amount how many ids, at least 1
     * @throws IdGenerationException if there are none before the deadline
     */
    public abstract AllocatedSegment grant(long amount, Deadline deadline);

    /**
     * Forgets the end of a range that was granted, so that the store may be asked to take it back. It may be, unless something was
     * allocated since, or noted.
     *
     * @return whether the range is the last one that was allocated, and is forgotten
     */
    public abstract boolean takeBack(long first, long end);

    /**
     * Puts a gate before these ids, also for callers that hold this buffer already.
     *
     * @return the buffer that stands for the tag from now on
     */
    public abstract TagBuffer limitedBy(TagGate gate);

    /** Starts the first allocation unless ids are reserved; {@code null} if none is due. Never blocks. */
    public abstract @Nullable StoreCall<?> prepare();

    /** Follows the tag's row; issues again if the tag had been gone. */
    public abstract void confirm(long configuredStep);

    /** Reports that the row stands below what earlier runs have handed out. */
    public abstract void reportSetBack(TagRow row);

    /**
     * Stops issuing because the tag was removed.
     *
     * @return what was never handed out and now never will be, up to the end of the last segment
     */
    public abstract Optional<SegmentRange> retire();

    /** The same because the generator stops; callers that wait fail for this reason. */
    public abstract Optional<SegmentRange> retire(IdGenerationException reason);

    /**
     * Begins anew after a stop. What was allocated before it and not handed out may have been given back, so a range that
     * begins at the end of what was handed out, by this run or by those that have noted {@code notedEnd}, is no rewind.
     */
    public abstract void resume(long notedEnd);

    /** Whether it issues nothing because the tag was removed or the generator has stopped. */
    public abstract boolean isRetired();

    /** Whether a caller has asked for an id in this run: a segment was allocated, or is being allocated. */
    public abstract boolean isUsed();

    /** End, exclusive, of what was handed out; 0 if that is nothing. May be behind by what is handed out at this moment. */
    public abstract long issuedEnd();

    /** Whether ids were handed out here; a range that another process was granted does not count. */
    public abstract boolean hasIssued();

    /** Whether the row was rewound, as far as is known, so that nothing is allocated. */
    public abstract boolean isSetBack();

    /** Since when the tag is known, on the nano clock. */
    public abstract long knownSinceNanos();

    /** What is reserved, handed out and allocated at this moment; consumes no id and asks no store. */
    public abstract SegmentTagStatus status(long nowNanos);

    /** What was done since the start. */
    public abstract SegmentTotals totals();

    /** What happens to a tag that has no row when an id of it is wanted. */
    public enum Unknown {
        /** It is refused, or gets a row, as the settings say. */
        AS_CONFIGURED,
        /** It is refused, whatever the settings say. */
        REFUSED
    }

    /** What brings a tag back that had been removed. Thread-safe. */
    public interface TagRestorer {

        /**
         * Asks the store for a retired tag; if it has a row again, its buffer issues again.
         *
         * @throws IdGenerationException if it has none, or the store does not answer before the deadline
         */
        void restore(String tag, Deadline deadline, Unknown unknown);
    }
}
