package io.leafid.jdbc;

import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Everything but its names in which one kind of database differs from the others. Immutable.
 *
 * @param sql expressions
 * @param counters how a counter is moved up
 * @param tableCheck how a table is found that could lose what was reserved in it
 * @param lossySettings finds the settings by which a crash or a fail-over loses what was committed ({@code setting}, {@code event});
 *     empty if there are none
 * @param connectTimeout the unit of the drivers' property {@code connectTimeout}; null if they have none
 * @param fileDriver the class of a driver that contains the database, which is a file; empty if it is, or can be, a server
 * @param privateDatabase matches addresses of which each connection has a database of its own; empty if there are none
 */
record DialectFacts(
        DialectSql sql,
        CounterSql counters,
        TableCheckSql tableCheck,
        String lossySettings,
        @Nullable ChronoUnit connectTimeout,
        String fileDriver,
        String privateDatabase) {}
