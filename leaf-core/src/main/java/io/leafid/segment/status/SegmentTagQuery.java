package io.leafid.segment.status;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The choice of tags to be shown, of which there may be a hundred thousand. Immutable.
 *
 * @param filter part of a tag's name, whatever its case; empty for all tags
 * @param order which of them are shown first
 * @param limit how many at most, 1 to {@value #MAX_LIMIT}
 */
public record SegmentTagQuery(String filter, Order order, int limit) {

    /** The number of tags that are shown unless it is asked for more: about as many as a person looks through. */
    public static final int DEFAULT_LIMIT = 100;

    /** The most tags that are shown at once; about 1.5 MB in JSON. */
    public static final int MAX_LIMIT = 10_000;

    /** The tags that need attention most. */
    public static final SegmentTagQuery WORST = new SegmentTagQuery("", Order.STATE, DEFAULT_LIMIT);

    /** Checks the limit. */
    public SegmentTagQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be from 1 to " + MAX_LIMIT + ", but is " + limit);
        }
    }

    /**
     * A query as a client writes it; what is absent is as in {@link #WORST}.
     *
     * @param filter part of a tag's name
     * @param order the name of an order, in any case
     * @param limit how many at most
     * @return the query
     * @throws IllegalArgumentException if there is no such order, or the limit is out of range
     */
    public static SegmentTagQuery of(@Nullable String filter, @Nullable String order, @Nullable Integer limit) {
        return new SegmentTagQuery(
                (filter == null) ? "" : filter.strip(),
                (order == null) ? Order.STATE : Order.of(order),
                (limit == null) ? DEFAULT_LIMIT : limit);
    }

    /** Returns whether a tag passes the filter. */
    public boolean accepts(String tag) {
        return filter.isEmpty() || tag.toLowerCase(Locale.ROOT).contains(filter.toLowerCase(Locale.ROOT));
    }

    /** The order of tags. Among equals, and among those that were never used, the name decides. */
    public enum Order {
        /** By name. */
        TAG,
        /** Those without ids first, then those that cannot allocate, those that wait, and all others. */
        STATE,
        /** The most ids per second first. */
        RATE,
        /** The shortest time until nothing is reserved first. */
        LEFT;

        static Order of(String text) {
            for (Order order : values()) {
                if (order.name().equalsIgnoreCase(text)) {
                    return order;
                }
            }
            throw new IllegalArgumentException("sort must be one of tag, state, rate and left");
        }
    }
}
