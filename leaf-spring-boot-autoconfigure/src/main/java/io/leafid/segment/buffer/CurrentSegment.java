package io.leafid.segment.buffer;

/**
 * The segment that the ids of a tag come from, beside the tag in memory: who looks for a buffer by its tag has read that line. A class of its
 * own, since the virtual machine lays out the fields of a superclass first. Empty where ids have no segment. Thread-safe.
 */
abstract class CurrentSegment extends TagBuffer {

    /** Moved by {@link SegmentReserve} alone. */
    volatile Segment current = Segment.NONE;

    CurrentSegment(String tag) {
        super(tag);
    }
}
