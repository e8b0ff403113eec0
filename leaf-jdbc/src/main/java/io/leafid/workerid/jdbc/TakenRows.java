package io.leafid.workerid.jdbc;

import io.leafid.workerid.WorkerIdRange;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows of a range in which every worker id belongs to an instance for good. Immutable.
 *
 * @param rows all rows
 * @param range the worker ids that were asked for
 */
record TakenRows(List<WorkerIdRow> rows, WorkerIdRange range) {

    private static final int NAMED = 10;

    TakenRows {
        rows = rows.stream().filter(row -> range.contains(row.id())).toList();
    }

    /** The owners of the worker ids, and what frees one. */
    String describe() {
        return owners() + "; " + advice();
    }

    private String advice() {
        String general = "none becomes free by itself, delete rows whose owners are gone for good";
        return rows.stream()
                .filter(row -> row.busyMillis() <= 0 && row.liveness().seenAt() > 0)
                .min(Comparator.comparingLong(row -> row.liveness().seenAt()))
                .map(row -> "%s; silent for longest is %s with worker id %s, since %s"
                        .formatted(
                                general,
                                row.owner(),
                                row.id(),
                                Instant.ofEpochMilli(row.liveness().seenAt())))
                .orElse(general);
    }

    /** As far as a message has room. */
    private String owners() {
        String named = rows.stream()
                .limit(NAMED)
                .map(row -> row.id() + " by " + row.owner())
                .collect(Collectors.joining(", "));
        return (rows.size() > NAMED) ? named + " and " + (rows.size() - NAMED) + " more" : named;
    }
}
