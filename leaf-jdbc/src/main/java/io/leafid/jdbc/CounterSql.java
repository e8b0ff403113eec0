package io.leafid.jdbc;

import java.util.List;

/**
 * Statements by which a kind of database moves a counter up and tells, in the reply to that very statement, what it
 * wrote. Immutable.
 *
 * <p>The UPDATE commits by itself, so that its row is locked over no round trip. Its WHERE compares the spelling exactly,
 * whatever the collation takes for the same: nothing could be rolled back afterwards.
 *
 * <p>A second statement that reads the row back would be unsafe: a proxy may send it to a replica, and another node may come
 * in between. A database whose reply has room for one number only returns the new counter; the rest is then asked for without
 * waiting for the row, and no range depends on what that says.
 *
 * @param allocation the UPDATE, with places for the table, for the name of the server if its reply holds it, and for the
 *     milliseconds that it may wait for the row, if JDBC's own limit is not to be used; parameters: the
 *     least that the counter becomes before the amount is added, amount, tag, tag, where it must stand at least, and at most
 * @param details reads what the reply has no room for: {@code step} and {@code server_id}; empty if it has; with places for
 *     the table and the name of the server; parameter: tag
 * @param reply names what the reply to the UPDATE holds: columns of the row, or the counter alone; empty if the UPDATE
 *     replies as a query does, with {@code max_id} and {@code step}
 * @param serverIds expressions that name the server which runs the statement, and change when another one takes over; the first that a
 *     database knows counts
 * @param serverRuns the same with the start of the server, so that a restart is a change
 * @param askServer asks the primary for that name alone, which firewalls of pools do not let stand beside columns; with a place for it
 * @param lastChange an expression, as text, for the moment at which a row was changed last; null if that is not known
 */
public record CounterSql(
        String allocation,
        String details,
        List<String> reply,
        List<String> serverIds,
        List<String> serverRuns,
        String askServer,
        String lastChange) {

    /** The column of the reply, or of the details, that names the server. */
    public static final String SERVER_ID = "server_id";

    /** Keeps the lists unchangeable. */
    public CounterSql {
        reply = List.copyOf(reply);
        serverIds = List.copyOf(serverIds);
        serverRuns = List.copyOf(serverRuns);
    }

    /** Returns whether the UPDATE replies as a query does, and commits when its last row was read. */
    public boolean repliesAsQuery() {
        return reply.isEmpty();
    }

    /** Returns whether the reply holds the row, and not its counter alone. */
    public boolean repliesWithRow() {
        return details.isEmpty();
    }
}
