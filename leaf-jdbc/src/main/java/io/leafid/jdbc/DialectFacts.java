package io.leafid.jdbc;

import java.util.List;
import java.util.Map;

/**
 * Everything but its names in which one kind of database differs from the others. Immutable.
 *
 * @param sql expressions
 * @param counters how a counter is moved up
 * @param tableCheck how a table is found that could lose what was reserved in it
 * @param lossySettings questions that find the settings by which a crash or a fail-over loses what was committed ({@code setting},
 *     {@code event}); the first that a database answers counts
 * @param driverSettings the settings of the drivers for connections that are Leaf's own
 * @param fileDriver the class of a driver that contains the database, which is a file; empty if it is, or can be, a server
 */
record DialectFacts(
        DialectSql sql,
        CounterSql counters,
        TableCheckSql tableCheck,
        List<String> lossySettings,
        Map<String, String> driverSettings,
        String fileDriver) {}
