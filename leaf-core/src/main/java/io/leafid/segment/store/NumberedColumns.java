package io.leafid.segment.store;

import java.util.Optional;

/**
 * The columns that the ids of tags are stored in. A range that begins at or below the largest value there is refused, like one of
 * a row that was rewound. Thread-safe.
 */
@FunctionalInterface
public interface NumberedColumns {

    /** Nothing is known of any column. */
    NumberedColumns NONE = tag -> Optional.empty();

    /**
     * Reads the largest value that stands in the columns of a tag now. May block, as a store may.
     *
     * @return nothing if the tag has no columns, or they hold no value
     * @throws RuntimeException if a database does not answer, or has no such column
     */
    Optional<LargestValue> largest(String tag);

    /**
     * The largest value in the columns of a tag. Immutable.
     *
     * @param value the value
     * @param column where it stands
     * @param remedy what lifts the tag's row above it, for the operator
     */
    record LargestValue(long value, String column, String remedy) {

        /** The first id that may follow it; the largest number there is if there is none. */
        public long next() {
            return (value == Long.MAX_VALUE) ? value : value + 1;
        }
    }
}
