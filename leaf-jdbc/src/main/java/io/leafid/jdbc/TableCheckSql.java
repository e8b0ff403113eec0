package io.leafid.jdbc;

/**
 * Statements by which a kind of database tells whether changes of a table survive a crash and can be rolled back. Immutable.
 *
 * @param kind says what kind a table is ({@code kind}), whether that will do ({@code is_safe}, 1 or 0), whether it
 *     is a view ({@code is_view}, 1 or 0) and the schema that statements have to name, null if it need not be named
 *     ({@code schema_name}); no row if there is none; parameters: schema or null, table
 * @param behindView tables behind a view that will not do ({@code name}, {@code kind}); same parameters; empty if a view
 *     need not be looked behind
 * @param flaw what is wrong with the kinds that will not do
 * @param remedy what to do about it, with a place for the name of the table
 * @param autoCommit asks a session whether it commits each statement by itself (1 or 0); empty if only the driver knows
 */
record TableCheckSql(String kind, String behindView, String flaw, String remedy, String autoCommit) {}
