package io.leafid.lease;

import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LocalMark;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The local mark of a keeper, or the lack of one, and whether it can be written. Its methods are for one thread at a time. */
final class MarkWriter {

    private static final Logger logger = LoggerFactory.getLogger(MarkWriter.class);

    private final @Nullable LocalMark note;
    private volatile @Nullable String failure;

    MarkWriter(@Nullable LocalMark note) {
        this.note = note;
    }

    boolean isPresent() {
        return note != null;
    }

    Optional<FoundMark> read() {
        return (note == null) ? Optional.empty() : note.read();
    }

    /** Makes a mark durable, if there is a disk. */
    void write(HighWaterMark mark) {
        if (note != null) {
            note.write(mark);
        }
    }

    /** Runs what writes a mark, and remembers why it failed. */
    void attempt(Runnable writing, Supplier<LeaseWindow> lease) {
        try {
            writing.run();
            failure = null;
        } catch (RuntimeException | Error ex) {
            if (failure == null) {
                Instant end = Instant.ofEpochMilli(lease.get().ceilingMillis());
                logger.error("the local mark cannot be written; unless it can soon, ids stop at {}", end, ex);
            }
            failure = "the local mark cannot be written: " + ex.getMessage();
        }
    }

    /** Why the mark could not be written the last time; {@code null} if it could. */
    @Nullable String failure() {
        return failure;
    }

    void lock() {
        if (note != null) {
            note.reopen();
        }
    }

    void unlock() {
        if (note != null) {
            note.close();
        }
    }
}
