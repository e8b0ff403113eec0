package io.leafid.workerid.jdbc;

import io.leafid.jdbc.TableName;
import java.time.Duration;

/**
 * Settings of a table of worker ids. Immutable.
 *
 * @param name the table's name, optionally with a schema
 * @param timeout how long to wait for an answer of the database
 * @param liveness for how long after its last report an instance counts as running; at least two report intervals
 * @param database names the database where marks are to tell it from others; empty if they are not
 */
public record WorkerIdTableSettings(TableName name, Duration timeout, Duration liveness, String database) {

    /**
     * Takes the name as text.
     *
     * @throws IllegalArgumentException if the name is not one that can stand in SQL without quotes
     */
    public WorkerIdTableSettings(String name, Duration timeout, Duration liveness) {
        this(new TableName(name), timeout, liveness, "");
    }
}
