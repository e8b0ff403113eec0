package io.leafid.workerid;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * The choice of a free worker id: which ones may be taken, and in which order they are tried. Immutable.
 *
 * @param request what is asked for
 * @param uses what the registry says about worker ids; one that is absent was never used
 */
public record WorkerIdSelector(LeaseRequest request, Map<Integer, WorkerIdUse> uses) {

    /** The free ones of a range, in the order below. */
    public List<Candidate> candidates(WorkerIdRange range) {
        return candidates(
                IntStream.rangeClosed(range.first(), range.last()).boxed().toList());
    }

    /**
     * The free ones of some worker ids: first the one that the own mark is about, then those that can be used at once
     * before those that must be waited for, and of these the ones that the identity had before, those that were never
     * used, and the others from the one that has been unused for longest.
     */
    public List<Candidate> candidates(Collection<Integer> workerIds) {
        long now = request.time().currentTimeMillis();
        String self = request.identity().toString();
        return workerIds.stream()
                .map(workerId -> new Candidate(workerId, useOf(workerId), floor(workerId, useOf(workerId))))
                .filter(candidate -> !candidate.use().isTaken() && request.acceptsFloor(candidate.floorMillis()))
                .sorted(Comparator.<Candidate, Boolean>comparing(candidate -> !isMarked(candidate))
                        .thenComparing(candidate -> candidate.floorMillis() > now)
                        .thenComparing(candidate -> !candidate.use().owner().equals(self))
                        .thenComparingLong(candidate -> candidate.use().ceilingMillis())
                        .thenComparingInt(Candidate::workerId))
                .toList();
    }

    private WorkerIdUse useOf(int workerId) {
        return uses.getOrDefault(workerId, WorkerIdUse.NEVER_USED);
    }

    private long floor(int workerId, WorkerIdUse use) {
        if (!use.token().isEmpty()) {
            long ofLease = request.floorFor(workerId, use.token(), use.leasedUntilMillis(), use.reportedMillis());
            return Math.max(ofLease, use.usedUpToMillis());
        }
        return Math.max(request.floorWithoutRecord(workerId), use.ceilingMillis());
    }

    /** Returns whether the own mark is about this worker id, which no other owner had since. */
    private boolean isMarked(Candidate candidate) {
        String token = candidate.use().token();
        boolean isUnleased = token.isEmpty() && isFormer(candidate.workerId());
        return isUnleased
                || request.ownMark()
                        .map(FoundMark::mark)
                        .filter(mark -> mark.workerId() == candidate.workerId()
                                && mark.token().equals(token))
                        .isPresent();
    }

    private boolean isFormer(int workerId) {
        return request.formerWorkerId().equals(Optional.of(workerId));
    }

    /** The candidates among some worker ids that can be used now, or soon because the own mark says so. */
    public List<Candidate> usableAtOnce(Collection<Integer> workerIds) {
        long now = request.time().currentTimeMillis();
        return candidates(workerIds).stream()
                .filter(candidate -> candidate.floorMillis() <= now
                        || (isMarked(candidate) && !candidate.use().token().isEmpty()))
                .toList();
    }

    /** When the first worker id of a range becomes free by itself, in milliseconds since 1970; empty if none does. */
    public OptionalLong firstFreeMillis(WorkerIdRange range) {
        long now = request.time().currentTimeMillis();
        return uses.entrySet().stream()
                .filter(entry -> range.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .filter(use -> !use.isTaken() && use.ceilingMillis() > now && use.ceilingMillis() != WorkerIdUse.NEVER)
                .mapToLong(WorkerIdUse::ceilingMillis)
                .min();
    }

    /**
     * The remedy when no worker id of a range is free: when the first becomes free by itself, or would if its owner has ended.
     *
     * @param range the range that was asked for
     */
    public String advice(WorkerIdRange range) {
        OptionalLong first = firstFreeMillis(range);
        return first.isEmpty()
                ? adviceIfTaken(range)
                : "each is held by a running process or reserved beyond the present; the first becomes free at %s; start again then, or widen the range"
                        .formatted(at(first.getAsLong()));
    }

    /** An owner that was killed, or that leases in another mode, gives nothing back: its worker id becomes free by its silence. */
    private String adviceIfTaken(WorkerIdRange range) {
        String silent = uses.entrySet().stream()
                .filter(entry -> range.contains(entry.getKey())
                        && entry.getValue().isTaken()
                        && entry.getValue().freeIfSilentMillis() != WorkerIdUse.NEVER)
                .min(Comparator.<Map.Entry<Integer, WorkerIdUse>>comparingLong(
                                entry -> entry.getValue().freeIfSilentMillis())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> "; if the owner of worker id %s has ended without that, it becomes free at %s"
                        .formatted(entry.getKey(), at(entry.getValue().freeIfSilentMillis())))
                .orElse("");
        return "each is in use, or was a while ago; the next becomes free when a node of this mode shuts down gracefully%s; widen the range"
                .formatted(silent);
    }

    private String at(long millis) {
        long leftMillis = Math.max(0, millis - request.time().currentTimeMillis());
        return "%s, in %s s".formatted(Instant.ofEpochMilli(millis), (leftMillis + 999) / 1_000);
    }

    /**
     * Takes the first candidate that no other node is faster to take. After the first lost race the others are tried in
     * random order: when many nodes start at once, they do not race for the next one again.
     *
     * @param candidates what to try
     * @param taking records a lease and returns true, or records nothing and returns false
     */
    public Optional<WorkerIdLease> takeOneOf(List<Candidate> candidates, BiPredicate<Candidate, WorkerIdLease> taking) {
        List<Candidate> left = new ArrayList<>(candidates);
        boolean isFirst = true;
        while (!left.isEmpty()) {
            Candidate candidate = left.remove(0);
            WorkerIdLease lease = request.lease(candidate.workerId(), candidate.floorMillis());
            if (taking.test(candidate, lease)) {
                return Optional.of(lease);
            }
            if (isFirst) {
                Collections.shuffle(left, new Random(request.token().hashCode()));
                isFirst = false;
            }
        }
        return Optional.empty();
    }

    /**
     * A worker id that may be taken.
     *
     * @param workerId the worker id
     * @param use what the registry says about it
     * @param floorMillis first millisecond that may be used
     */
    public record Candidate(int workerId, WorkerIdUse use, long floorMillis) {}
}
