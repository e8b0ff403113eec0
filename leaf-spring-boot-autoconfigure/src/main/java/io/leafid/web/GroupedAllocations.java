package io.leafid.web;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Allocations for clients, of which those of one tag that wait at the same moment are made as one: a thousand clients that
 * come at once cost the store a few statements. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A request's range is a part of a range that the store returned for its group, after the request had come.
 *   - A request joins a group before the group is closed, and the group is allocated after that; so the parts are within
 *     the range, and as each begins where the one before ends, none shares an id with another.
 *   - One group of a tag is under way and one forms. So a request waits for two allocations at most.
 * Locks: the turn of a tag is held while the store is called; this object is, within it or alone, while requests are counted.
 * </pre>
 */
final class GroupedAllocations {

    private final Map<String, Line> lines = new HashMap<>();
    private final AtomicLong made = new AtomicLong();

    /**
     * Allocates a range, alone or as a part of a larger one.
     *
     * @throws RuntimeException what the store has thrown, for each request of the group
     */
    Granted allocate(SegmentStore store, String tag, long amount) {
        Part part = join(tag, amount);
        if (part.isFirst()) {
            allocate(store, tag, part.group);
        }
        return part.of(part.group.granted());
    }

    /** The tags that have a request. */
    synchronized int tags() {
        return lines.size();
    }

    /** How many requests for a tag wait for the next allocation. */
    synchronized int waiting(String tag) {
        Line line = lines.get(tag);
        return (line == null || line.forming == null) ? 0 : line.forming.requests;
    }

    private synchronized Part join(String tag, long amount) {
        Line line = lines.computeIfAbsent(tag, key -> new Line());
        Group group = line.forming;
        if (group == null) {
            group = new Group(line);
            line.forming = group;
            line.groups++;
        }
        Part part = new Part(group, group.amount, amount);
        group.amount += amount;
        group.requests++;
        return part;
    }

    /** On the thread of the request that was the first of the group. */
    private void allocate(SegmentStore store, String tag, Group group) {
        ReentrantLock turn = group.line.turn;
        turn.lock();
        try {
            AllocatedSegment range = store.allocate(tag, close(group));
            group.granted.complete(new Granted(range, made.incrementAndGet()));
        } catch (RuntimeException | Error ex) {
            group.granted.completeExceptionally(ex);
        } finally {
            turn.unlock();
            leave(tag, group.line);
        }
    }

    /**
     * What a request is granted.
     *
     * @param range its ids
     * @param allocation the number of the allocation, higher than that of each earlier one of the tag
     */
    record Granted(AllocatedSegment range, long allocation) {}

    /** From now on requests form the next group; returns what those of this one want. */
    private synchronized long close(Group group) {
        group.line.forming = null;
        return group.amount;
    }

    private synchronized void leave(String tag, Line line) {
        line.groups--;
        if (line.groups == 0) {
            lines.remove(tag);
        }
    }

    /** The groups of one tag; there while one of them is. */
    private static final class Line {

        private final ReentrantLock turn = new ReentrantLock();
        private @Nullable Group forming;
        private int groups;
    }

    /** Requests that are allocated as one. */
    private static final class Group {

        private final Line line;
        private final CompletableFuture<Granted> granted = new CompletableFuture<>();
        private long amount; // of all requests, until the group is closed
        private int requests;

        Group(Line line) {
            this.line = line;
        }

        Granted granted() {
            try {
                return granted.join();
            } catch (CompletionException ex) {
                if (ex.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw ex;
            }
        }
    }

    /**
     * The part of one request.
     *
     * @param group the group it belongs to
     * @param before how many ids the requests before it want
     * @param amount how many it wants itself
     */
    private record Part(Group group, long before, long amount) {

        boolean isFirst() {
            return before == 0;
        }

        Granted of(Granted whole) {
            AllocatedSegment range = whole.range();
            long stride = range.stride();
            long first = range.first() + before * stride;
            return new Granted(
                    new AllocatedSegment(first, first + amount * stride, stride, range.configuredStep()),
                    whole.allocation());
        }
    }
}
