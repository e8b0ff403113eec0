package io.leafid.segment.buffer;

/** What a caller gets who claims one id of a segment. */
final class Claims {

    /** The segment is used up. */
    static final long NONE = -1;

    private Claims() {}

    static long next(Segment segment) {
        long place = segment.claim();
        return (place < segment.size()) ? segment.idAt(place) : NONE;
    }
}
