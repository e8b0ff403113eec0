package io.leafid.cluster;

import io.leafid.segment.jdbc.SimulatedRows.Grant;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every segment id that was issued in a cluster, and what is promised about them. One thread at a time. */
final class RangeBooks {

    private final Cluster cluster;
    private final Map<String, Map<Long, Grant>> issued = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();
    private final Map<String, Long> held = new HashMap<>();

    RangeBooks(Cluster cluster) {
        this.cluster = cluster;
    }

    /** The highest id of a tag that was returned in one run, or in any run; -1 if there is none. */
    long highest(String user, String tag) {
        return highest.getOrDefault(user + " " + tag, -1L);
    }

    /** Who asks about all nodes together; anew after each loss of the counter, since no node can know what was lost. */
    String all(String tag) {
        return "all, after " + cluster.tables().losses(tag) + " losses,"; // asked for twice a call
    }

    /**
     * Enters what one call returned.
     *
     * @param before the highest id that had been returned when the call began, among those that its ids must be above
     * @param all the name of all nodes together when the call began
     */
    void issued(Run run, String tag, long[] got, long before, String all) {
        long last = before;
        for (long id : got) {
            if (id <= last) {
                complain("%s issues %d of '%s' after %d".formatted(run, id, tag, last));
            }
            last = id;
            cluster.timeline().mix(id);
            enter(run.name(), tag, id);
        }
        cluster.books().count(got.length);
        highest.merge(run.name() + " " + tag, last, Math::max);
        highest.merge(all + " " + tag, last, Math::max);
    }

    /** Enters what a buyer uses of a range, which is no sequence with what callers get. */
    void sold(Run run, String tag, long[] ids, long before, @Nullable String all) {
        requireAbove(run, tag, ids[0], before);
        held.merge(tag, ids[ids.length - 1] + 1, Math::max);
        for (long id : ids) {
            cluster.timeline().mix(id);
            enter(run.name(), tag, id);
        }
        cluster.books().count(ids.length);
        if (all != null) {
            highest.merge(all + " " + tag, ids[ids.length - 1], Math::max);
        }
    }

    /** The end of what buyers have used of a tag, from whichever node. */
    long held(String tag) {
        return held.getOrDefault(tag, 0L);
    }

    /** What is sold begins above what was issued, or sold, before. */
    void requireAbove(Run run, String tag, long first, long before) {
        if (first <= before) {
            complain("%s sells %d of '%s' after %d".formatted(run, first, tag, before));
        }
    }

    /** An original node issues all ids of a range. */
    void issuedByOriginal(String owner, String tag, Grant grant) {
        for (long id = grant.first(); id < grant.end(); id++) {
            enter(tag, id, owner, grant);
        }
    }

    private void enter(String owner, String tag, long id) {
        Grant own = cluster.tables().grantOf(owner, tag, id);
        if (own == null) {
            complain("%s issues %d of '%s', but no range of its own covers it".formatted(owner, id, tag));
        } else {
            enter(tag, id, owner, own);
        }
    }

    private void enter(String tag, long id, String owner, Grant grant) {
        Grant before = issued.computeIfAbsent(tag, key -> new HashMap<>()).put(id, grant);
        if (before != null && !cluster.tables().wasLost(tag, id, before, grant)) {
            complain("%s issues %d of '%s' again: it was of %s, and is of %s".formatted(owner, id, tag, before, grant));
        }
    }

    /** A call has lasted for so long, without the time for which its thread was kept from running. */
    void lasted(Run run, long nanos, Duration most) {
        if (nanos > most.toNanos()) {
            complain("a caller of %s waited for %s".formatted(run, Duration.ofNanos(nanos)));
        }
    }

    void complain(String what) {
        cluster.books().complain(what);
    }
}
