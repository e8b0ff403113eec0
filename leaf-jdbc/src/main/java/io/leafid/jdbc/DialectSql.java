package io.leafid.jdbc;

/**
 * Expressions that databases write differently. Immutable.
 *
 * @param nowMillis the database's clock in milliseconds since 1970-01-01T00:00:00Z, whatever the time zone of the session is;
 *     read when the statement, or on H2 its transaction, begins or later
 * @param moment the present moment as {@code update_time} holds it
 * @param greatest the function of several numbers that returns the greatest
 * @param rowLock ends a SELECT that locks the rows it finds; empty if a write locks the whole database
 * @param statementLimit limits each statement of the transaction that it stands in, with a place for milliseconds, and has its
 *     commit wait for the log; empty if the time limit of JDBC's statements does
 */
public record DialectSql(String nowMillis, String moment, String greatest, String rowLock, String statementLimit) {}
