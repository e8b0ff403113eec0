package io.leafid.segment.store;

/** A counter that stands below what was allocated from it: it was rewound. Nothing was changed. */
public final class CounterSetBackException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final long found;

    /**
     * Makes the exception.
     *
     * @param tag the tag
     * @param found where its counter stands
     * @param least where it should stand, or above
     */
    public CounterSetBackException(String tag, long found, long least) {
        super("the counter of tag '%s' was rewound: it is at %s, but was at %s or above".formatted(tag, found, least));
        this.found = found;
    }

    /** The number at which the counter stands. */
    public long found() {
        return found;
    }
}
