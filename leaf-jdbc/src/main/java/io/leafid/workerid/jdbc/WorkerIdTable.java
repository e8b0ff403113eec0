package io.leafid.workerid.jdbc;

import io.leafid.jdbc.TableName;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The table of worker ids as one instance sees it: each method is one transaction. What cannot be told to have happened or not throws
 * {@link io.leafid.workerid.WorkerIdException.RegistryUnavailable}.
 */
interface WorkerIdTable {

    TableName name();

    /** Names the database; empty if it needs no name. */
    default String database() {
        return "";
    }

    Optional<WorkerIdRow> findById(long id);

    /** The row whose unique key this is. */
    Optional<WorkerIdRow> findByOwner(String key);

    /** All rows that have a worker id, sorted. */
    List<WorkerIdRow> findAll();

    /** The own clock minus the database's, late by as much as a report is. */
    Duration ownOffset();

    /**
     * Adds a row of a worker id that had none, and counts it in the record of the namespace; returns whether neither the worker id nor the owner
     * had one, and nothing was deleted that is to hold still.
     *
     * @param rows how many worker ids have a row
     * @param recordAt when the record of the namespace was written, as which it is to stand, while no row is missing that it counts; negative if
     *     nothing is to hold still
     */
    boolean insertFirst(WorkerIdLease lease, RowOwner owner, int rows, long recordAt);

    /** Adds a row that was deleted, and so was counted before; returns whether neither the worker id nor the owner has one. */
    boolean insertAgain(WorkerIdLease lease, RowOwner owner, int rows);

    /** Adds a row that stands for no instance; returns whether there was none. */
    boolean insertRecord(WorkerIdLease carrier, RowOwner owner);

    /** Gives a row to an owner unless it was written to since it was read; returns whether it is the owner's now. */
    boolean takeOver(WorkerIdRow read, WorkerIdLease lease, RowOwner owner);

    /** Returns whether the database lives in this process, and ends with it. */
    boolean isOfThisProcess();

    /**
     * Moves the ceiling of a lease up, if one of its tokens is recorded; returns whether there is a row.
     *
     * @throws io.leafid.workerid.WorkerIdException.LeaseLost if another token is recorded
     */
    boolean extend(WorkerIdLease extended, RowOwner owner, String token, String otherToken);

    /**
     * Sets the ceiling of a lease, whose owner no longer runs, if one of its tokens is recorded; returns whether there is a row.
     *
     * @throws io.leafid.workerid.WorkerIdException.LeaseLost if another token is recorded
     */
    boolean release(WorkerIdLease released, RowOwner owner, String otherToken);
}
