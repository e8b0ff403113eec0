package io.leafid.segment.store;

import io.leafid.segment.status.DatabaseStatus;
import java.util.List;
import java.util.Map;

/**
 * A store with several counters for each tag, each in a database of its own, which grant interleaved ids. It lifts a counter to the floor of
 * an allocation, and refuses by itself one that was rewound; the engine leaves that to it.
 */
public interface SeveralCounters extends SegmentStore {

    /** The databases that grant the interleaved ranges. Asks none of them. */
    List<DatabaseStatus> members();

    /**
     * The note for the disk of this process once all ids of a tag below {@code end} that it was granted are handed
     * out.
     *
     * @param tag the tag
     * @param end end, exclusive, of what was handed out
     * @return the end for each counter of the tag, by a name that stays the same from one run to the next
     */
    Map<String, Long> handedOut(String tag, long end);

    /**
     * Takes over what earlier runs have noted of a tag: a counter that stands below is to be refused. Called before the first
     * allocation of the tag.
     *
     * @param ends what {@link #handedOut} returned then
     * @return the highest end that counts; 0 if none does
     */
    long recall(String tag, Map<String, Long> ends);
}
