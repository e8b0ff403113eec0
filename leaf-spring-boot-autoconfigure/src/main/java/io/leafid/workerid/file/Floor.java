package io.leafid.workerid.file;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where a worker id may begin. Immutable.
 *
 * @param millis the first millisecond since 1970 that may be used; 0 if nothing is noted
 * @param where the file that says so; {@code null} if nothing is noted
 */
record Floor(long millis, @Nullable Path where) {

    /** Nothing is noted. */
    static final Floor NONE = new Floor(0, null);

    /** The higher of the two. */
    Floor or(Floor other) {
        return (where == null || other.millis > millis) ? other : this;
    }
}
