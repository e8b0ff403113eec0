package io.leafid.cluster;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times for which each worker id was used, by whom. Sharper than looking for one id twice: the time of one lease must not overlap
 * that of another at all. For one thread.
 */
final class Stints {

    private final Map<Integer, List<Stint>> ofWorkerIds = new HashMap<>();

    /**
     * Enters a use; returns what is wrong with it, or {@code null}.
     *
     * @param user which process
     * @param floorMillis floor of the lease that it works under now
     * @param lostBelow below which overlaps are excused
     */
    @Nullable String used(String user, int workerId, long millis, long floorMillis, long lostBelow) {
        List<Stint> stints = ofWorkerIds.computeIfAbsent(workerId, key -> new ArrayList<>());
        Stint own = stintOf(stints, user, millis, floorMillis);
        own.first = Math.min(own.first, millis);
        own.last = Math.max(own.last, millis);
        for (Stint other : stints) {
            boolean isOverlap = other != own && other.first <= own.last && own.first <= other.last;
            if (isOverlap && Math.min(other.last, own.last) >= lostBelow) {
                return "worker id %d: the time of %s overlaps that of %s".formatted(workerId, own, other);
            }
        }
        return null;
    }

    /** The stint of the process that a time is of, since a caller may come late; a new one if its lease has a later floor. */
    private static Stint stintOf(List<Stint> stints, String user, long millis, long floorMillis) {
        Stint latest = null;
        Stint own = null;
        for (Stint stint : stints) {
            if (stint.user.equals(user)) {
                latest = stint;
                own = (own == null || stint.floor <= millis) ? stint : own;
            }
        }
        if (own != null && (floorMillis <= latest.floor || millis < floorMillis)) {
            return own;
        }
        Stint next = new Stint(user, floorMillis);
        stints.add(next);
        return next;
    }

    /** Time for which one process has used one worker id without a break. */
    private static final class Stint {

        private final String user;
        private final long floor;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        Stint(String user, long floor) {
            this.user = user;
            this.floor = floor;
        }

        @Override
        public String toString() {
            return "%s [%s, %s]".formatted(user, Instant.ofEpochMilli(first), Instant.ofEpochMilli(last));
        }
    }
}
