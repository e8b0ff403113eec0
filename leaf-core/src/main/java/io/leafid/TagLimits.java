package io.leafid;

/**
 * The limits and switches of single tags, which may be changed while ids are issued. They hold in this process, for all callers and
 * for sequences that were obtained before. Thread-safe.
 */
public interface TagLimits {

    /** The limit of a tag now. */
    TagLimit of(String tag);

    /**
     * Changes what holds for a tag, until it is changed again or the settings are.
     *
     * @throws IllegalArgumentException if the tag is not legal
     */
    void set(String tag, TagLimit limit);
}
