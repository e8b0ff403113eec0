package io.leafid.jdbc;

import java.util.List;

/**
 * Everything in which one kind of database differs from the others. Immutable.
 *
 * @param id part of the name of its schema file
 * @param productNames the names that drivers report for it
 * @param sql expressions
 * @param counters how a counter is moved up
 * @param tableCheck how a table is found that could lose what was reserved in it
 * @param lossySettings finds the settings by which a crash or a fail-over loses what was committed ({@code setting}, {@code event});
 *     empty if there are none
 * @param states how failures are told apart
 * @param url what its addresses say
 */
record DialectFacts(
        String id,
        List<String> productNames,
        DialectSql sql,
        CounterSql counters,
        TableCheckSql tableCheck,
        String lossySettings,
        SqlStates states,
        DialectUrl url) {

    DialectFacts {
        productNames = List.copyOf(productNames);
    }
}
