package io.leafid.workerid.jdbc;

import io.leafid.workerid.compat.OriginalReports;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

/**
 * A row as it was read. Immutable. Times are in milliseconds since 1970, 0 if unknown.
 *
 * @param id the worker id
 * @param key whose it is, as the unique column says it
 * @param maxTimestamp the column that nodes of the fork write too
 * @param report what its owner wrote last, by the owner's own clock
 * @param liveness when that was, and whether the owner runs, by the clock of the database
 */
record WorkerIdRow(long id, String key, long maxTimestamp, Report report, Liveness liveness) {

    private static final long GRACE_MILLIS = OriginalReports.GRACE.toMillis();

    static WorkerIdRow of(ResultSet row, int number) throws SQLException {
        return new WorkerIdRow(
                row.getLong("id"),
                row.getString("ip_port"),
                row.getLong("max_timestamp"),
                new Report(
                        Objects.requireNonNullElse(row.getString("token"), ""),
                        row.getLong("reserved_until"),
                        row.getLong("reported_at")),
                new Liveness(row.getLong("seen_at"), row.getLong("live_until"), row.getLong("now_millis")));
    }

    /** Whose it is, as {@code host:port}. */
    String owner() {
        return RowOwner.identityIn(key, id);
    }

    /**
     * Returns whether a node of the fork wrote last: ours always write the same time to both columns. To a row that is leased for a while the fork
     * cannot write, since it looks for its own {@code host:port}: there a time was edited by hand.
     */
    boolean isReportedByFork() {
        return report.token.isEmpty() || (maxTimestamp != report.reservedUntil && !RowOwner.isLeased(key, id));
    }

    /** The token under which it was written last; empty if a node of the fork did, which leaves the one of before. */
    String token() {
        return isReportedByFork() ? "" : report.token;
    }

    /** The time up to which the worker id may have been used, by the owner's clock, exclusive. */
    long ceilingMillis() {
        return Math.max(
                report.reservedUntil, isReportedByFork() ? OriginalReports.unusedFrom(maxTimestamp) : maxTimestamp);
    }

    /** For how long the owner must still be taken for running unless it is seen to write again; not positive if for none. */
    long busyMillis() {
        long left = liveness.leftMillis();
        if (!isReportedByFork()) {
            return left;
        }
        // The fork's time is by the clock of its node; a running one is found out by its next report anyway.
        long ofFork = Math.min(OriginalReports.unusedFrom(maxTimestamp) - liveness.nowMillis, GRACE_MILLIS);
        return Math.max(left, ofFork);
    }

    /** The owner's clock minus the database's, by the last report. */
    Duration clockOffset() {
        return Duration.ofMillis(report.reportedAt - liveness.seenAt);
    }

    /** Returns whether the row was written to after it was read before. */
    boolean isWrittenSince(WorkerIdRow before) {
        return liveness.seenAt != before.liveness.seenAt
                || maxTimestamp != before.maxTimestamp
                || !report.token.equals(before.report.token);
    }

    /**
     * The last report of an owner, by its own clock.
     *
     * @param token the token of its lease; empty if none of ours wrote the row
     * @param reservedUntil end of the time that it may use, exclusive
     * @param reportedAt when it wrote that
     */
    record Report(String token, long reservedUntil, long reportedAt) {}

    /**
     * Liveness of the owner by the clock of the database.
     *
     * @param seenAt when the row was written
     * @param liveUntil until when its owner counts as running
     * @param nowMillis when the row was read
     */
    record Liveness(long seenAt, long liveUntil, long nowMillis) {

        /** The age of the row; negative if the clock stepped back since. */
        long ageMillis() {
            return nowMillis - seenAt;
        }

        /** For how long the row has not been written; for no time if the clock stepped back since. */
        Duration silence() {
            return Duration.ofMillis(Math.max(0, nowMillis - seenAt));
        }

        /** Returns whether the clock stepped back since, so that nothing read from it now is to be compared with it. */
        boolean isOfAnotherTime() {
            return seenAt > nowMillis;
        }

        /** Returns whether the report lies ahead by more than it counts for: the clock stepped back, and the owner has not been heard since. */
        boolean isFarAhead() {
            return seenAt - nowMillis > liveUntil - seenAt;
        }

        /** The rest of the time for which the report counts; never more than all of it, though the clock may have stepped back since. */
        long leftMillis() {
            return liveUntil - Math.max(nowMillis, seenAt);
        }
    }
}
