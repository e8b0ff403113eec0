package io.leafid.workerid.jdbc;

import io.leafid.workerid.FoundMark;
import io.leafid.workerid.LeaseRequest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which worker ids of a range no row has. Immutable.
 *
 * @param rows all rows
 * @param request what is asked for
 */
record FreeIds(List<WorkerIdRow> rows, LeaseRequest request) {

    private static final int NAMED = 10;

    /** The one that the own mark names, if it is free and the clock has not to be waited for too long, else the lowest. */
    OptionalInt first() {
        Set<Long> taken = rows.stream().map(WorkerIdRow::id).collect(Collectors.toSet());
        Optional<Integer> former = request.formerWorkerId()
                .filter(id -> request.workerIds().contains(id) && !taken.contains((long) id))
                .filter(id -> request.acceptsFloor(floor(id)));
        return former.map(OptionalInt::of)
                .orElseGet(() -> IntStream.rangeClosed(
                                request.workerIds().first(), request.workerIds().last())
                        .filter(id -> !taken.contains((long) id) && request.acceptsFloor(floor(id)))
                        .findFirst());
    }

    /** Where to begin: the own mark is all that is known of a worker id without a row. */
    long floor(int workerId) {
        return request.ownMark()
                .filter(found -> request.formerWorkerId().equals(Optional.of(workerId)))
                .map(FoundMark::floorAlone)
                .orElse(0L);
    }

    /** What frees one: a row belongs to its instance for good, so that none comes free by itself. */
    String advice() {
        String general = "none comes free by itself, delete rows whose owners are gone for good";
        return rows.stream()
                .filter(row -> request.workerIds().contains(row.id()) && row.busyMillis() <= 0 && row.seenAt() > 0)
                .min(Comparator.comparingLong(WorkerIdRow::seenAt))
                .map(row -> "%s; silent for longest is %s with worker id %d, since %s"
                        .formatted(general, row.owner(), row.id(), Instant.ofEpochMilli(row.seenAt())))
                .orElse(general);
    }

    /** Who has the worker ids of the range, as far as a message has room. */
    String owners() {
        List<WorkerIdRow> inRange = rows.stream()
                .filter(row -> request.workerIds().contains(row.id()))
                .toList();
        String named = inRange.stream()
                .limit(NAMED)
                .map(row -> row.id() + " by " + row.owner())
                .collect(Collectors.joining(", "));
        return (inRange.size() > NAMED) ? named + " and " + (inRange.size() - NAMED) + " more" : named;
    }
}
