package io.leafid;

import org.jspecify.annotations.Nullable;

/**
 * The limit of one tag in this process. Immutable.
 *
 * @param enabled whether ids are issued at all
 * @param maxRate ids per second, 1 to {@value #MOST}, of which those of one second may come at once; {@code null} for no limit
 */
public record TagLimit(boolean enabled, @Nullable Long maxRate) {

    /** The largest rate that can be told from none. */
    public static final long MOST = 1_000_000_000;

    /** No limit. */
    public static final TagLimit NONE = new TagLimit(true, null);

    public TagLimit {
        if (maxRate != null && (maxRate < 1 || maxRate > MOST)) {
            throw new IllegalArgumentException("max rate must be from 1 to " + MOST + ", but is " + maxRate);
        }
    }
}
