package io.leafid.workerid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A disk in memory: it outlives the processes that write to it, can be full, and can be lost with its machine. */
public final class InMemoryLocalMark implements LocalMark {

    private final List<HighWaterMark> writes = new ArrayList<>();
    private @Nullable HighWaterMark durable;
    private boolean full;
    private boolean locked = true;
    private MarkEvidence evidence = MarkEvidence.WRITER_ENDED;

    /** Lets every write fail, or not. */
    public synchronized void full(boolean isFull) {
        full = isFull;
    }

    /** Forgets everything, as a machine that is replaced. */
    public synchronized void lose() {
        durable = null;
    }

    /** A copy of the disk on another machine, with what it says now. */
    public synchronized InMemoryLocalMark copy() {
        InMemoryLocalMark copy = new InMemoryLocalMark();
        copy.durable = durable;
        copy.evidence = MarkEvidence.COPY;
        return copy;
    }

    /** What the present mark proves, until the next one is written. */
    public synchronized InMemoryLocalMark proving(MarkEvidence what) {
        evidence = what;
        return this;
    }

    /** The present mark. */
    public synchronized HighWaterMark mark() {
        return Objects.requireNonNull(durable);
    }

    /** The mark as another process would find it; what a mark would be locked by is taken again. */
    public synchronized InMemoryLocalMark reopened() {
        locked = true;
        return this;
    }

    /** What was written, oldest first. */
    public synchronized List<HighWaterMark> writes() {
        return List.copyOf(writes);
    }

    /** Whether a process holds the lock. */
    public synchronized boolean isLocked() {
        return locked;
    }

    @Override
    public synchronized Optional<FoundMark> read() {
        return Optional.ofNullable(durable).map(mark -> new FoundMark(mark, evidence, "in memory"));
    }

    @Override
    public synchronized void write(HighWaterMark mark) {
        if (!locked) {
            throw new IllegalStateException("written after it was closed");
        }
        if (full) {
            throw new UncheckedIOException(new IOException("No space left on device"));
        }
        durable = mark;
        evidence = MarkEvidence.WRITER_ENDED;
        writes.add(mark);
    }

    @Override
    public synchronized void close() {
        locked = false;
    }

    @Override
    public synchronized void reopen() {
        locked = true;
    }
}
