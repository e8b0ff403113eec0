package io.leafid.workerid.jdbc;

import io.leafid.workerid.compat.OriginalReports;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/**
 * A row as it was read. Immutable. Times are in milliseconds since 1970, 0 if unknown.
 *
 * @param id the worker id
 * @param key whose it is, as the unique column says it
 * @param maxTimestamp the column that nodes of the fork write too
 * @param token the token of the owner's last lease; empty if none of ours wrote the row
 * @param reservedUntil end of the time that the owner may use, by its clock, exclusive
 * @param reportedAt when the owner wrote last, by its own clock
 * @param seenAt the same by the clock of the database
 * @param liveUntil until when the owner counts as running, by the clock of the database
 * @param nowMillis when the row was read, by the clock of the database
 */
record WorkerIdRow(
        long id,
        String key,
        long maxTimestamp,
        String token,
        long reservedUntil,
        long reportedAt,
        long seenAt,
        long liveUntil,
        long nowMillis) {

    private static final long GRACE_MILLIS = OriginalReports.GRACE.toMillis();

    static WorkerIdRow of(ResultSet row, int number) throws SQLException {
        return new WorkerIdRow(
                row.getLong("id"),
                row.getString("ip_port"),
                row.getLong("max_timestamp"),
                Objects.requireNonNullElse(row.getString("token"), ""),
                row.getLong("reserved_until"),
                row.getLong("reported_at"),
                row.getLong("seen_at"),
                row.getLong("live_until"),
                row.getLong("now_millis"));
    }

    /** Whose it is, as {@code host:port}. */
    String owner() {
        return RowOwner.identityIn(key, id);
    }

    /** Whether a node of the fork wrote last: ours always write the same time to both columns. */
    boolean isReportedByFork() {
        return token.isEmpty() || maxTimestamp != reservedUntil;
    }

    /** The time up to which the worker id may have been used, by the owner's clock, exclusive. */
    long ceilingMillis() {
        return isReportedByFork() ? Math.max(reservedUntil, maxTimestamp + GRACE_MILLIS) : reservedUntil;
    }

    /** For how long the owner must still be taken for running unless it is seen to write again; not positive if for none. */
    long busyMillis() {
        long left = liveUntil - nowMillis;
        if (!isReportedByFork()) {
            return left;
        }
        // The fork's time is by the clock of its node; a running one is found out by its next report anyway.
        long ofFork = Math.min(maxTimestamp + GRACE_MILLIS - nowMillis, GRACE_MILLIS);
        return Math.max(left, ofFork);
    }

    /** Whether the row was written to after it was read before. */
    boolean isWrittenSince(WorkerIdRow before) {
        return seenAt != before.seenAt || maxTimestamp != before.maxTimestamp || !token.equals(before.token);
    }
}
