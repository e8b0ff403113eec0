package io.leafid.workerid.file;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * First millisecond of a worker id, and the file that says so. Immutable.
 *
 * @param millis the first millisecond since 1970 that may be used; 0 if nothing is recorded
 * @param where the file that says so; {@code null} if nothing is recorded
 */
record Floor(long millis, @Nullable Path where) {

    /** Nothing is recorded. */
    static final Floor NONE = new Floor(0, null);

    Floor or(Floor other) {
        return (where == null || other.millis > millis) ? other : this;
    }
}
