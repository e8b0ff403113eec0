package io.leafid.workerid.jdbc;

import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.SqlFailures;
import io.leafid.jdbc.TableCheck;
import io.leafid.jdbc.TableName;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.TransactionException;

/**
 * The table of worker ids as one instance sees it: each method is one transaction. Thread-safe.
 *
 * <p>The own clock is read right before the statement that carries it, when the connection is already there, so that the
 * times of all nodes are late by the same little.
 */
final class WorkerIdTable {

    private final TableName name;
    private final WorkerIdStatements sql;
    private final OwnTransactions transactions;
    private final NodeIdentity identity;
    private final TimeSource time;
    private final long livenessMillis;
    private final TableCheck check;
    private volatile boolean checked;

    WorkerIdTable(
            DataSource dataSource,
            SqlDialect dialect,
            TableName name,
            Duration timeout,
            NodeIdentity identity,
            TimeSource time,
            Duration liveness) {
        this.name = name;
        this.check = new TableCheck(dialect, name);
        this.sql = WorkerIdStatements.of(name, dialect);
        this.transactions = new OwnTransactions(dataSource, dialect, timeout);
        this.identity = identity;
        this.time = time;
        this.livenessMillis = liveness.toMillis();
    }

    TableName name() {
        return name;
    }

    Optional<WorkerIdRow> findById(long id) {
        return execute(jdbc -> findById(jdbc, id));
    }

    private Optional<WorkerIdRow> findById(JdbcOperations jdbc, long id) {
        return jdbc.query(sql.findById(), WorkerIdRow::of, id).stream().findFirst();
    }

    /** This instance's row. */
    Optional<WorkerIdRow> findOwn() {
        return execute(jdbc -> jdbc.query(sql.findByOwner(), WorkerIdRow::of, identity.toString()).stream()
                .findFirst());
    }

    /** All rows that have a worker id, sorted. */
    List<WorkerIdRow> findAll() {
        return execute(jdbc -> jdbc.query(sql.findAll(), WorkerIdRow::of));
    }

    /** The own clock minus the database's, late by as much as a report is. */
    Duration ownOffset() {
        return execute(jdbc -> {
            long own = time.currentTimeMillis();
            Long now = jdbc.queryForObject(sql.now(), Long.class);
            return Duration.ofMillis(own - Objects.requireNonNull(now));
        });
    }

    /** Adds a row for this instance; returns whether neither the worker id nor the instance had one. */
    boolean insert(WorkerIdLease lease) {
        return isFirst(() -> execute(jdbc -> {
            insert(jdbc, lease, identity.host(), String.valueOf(identity.port()), identity.toString(), livenessMillis);
            if (lease.workerId() == 0) {
                jdbc.update(sql.moveToZero(), identity.toString());
            }
            return true;
        }));
    }

    /** Adds a row that stands for no instance; returns whether there was none. */
    boolean insertRecord(int id, String key, String value) {
        WorkerIdLease carrier = new WorkerIdLease(id, value, 0, 0);
        return isFirst(() -> execute(jdbc -> {
            insert(jdbc, carrier, "", "", key, 0);
            return true;
        }));
    }

    private void insert(
            JdbcOperations jdbc, WorkerIdLease lease, String ip, String port, String owner, long liveMillis) {
        long ceiling = lease.ceilingMillis();
        long now = time.currentTimeMillis();
        jdbc.update(sql.insert(), lease.workerId(), ip, port, owner, ceiling, ceiling, lease.token(), now, liveMillis);
    }

    /** Caught here, after the rollback, because a failed statement spoils a transaction on PostgreSQL. */
    private static boolean isFirst(Supplier<Boolean> insertion) {
        try {
            return insertion.get();
        } catch (WorkerIdException.RegistryUnavailable ex) {
            if (ex.getCause() instanceof DuplicateKeyException
                    || ex.getCause() instanceof ConcurrencyFailureException) {
                return false;
            }
            throw ex;
        }
    }

    /** Makes a row ours unless it was written to since it was read; returns whether it is ours now. */
    boolean takeOver(WorkerIdRow row, WorkerIdLease lease) {
        long ceiling = lease.ceilingMillis();
        return execute(jdbc -> jdbc.update(
                        sql.takeOver(),
                        ceiling,
                        ceiling,
                        lease.token(),
                        time.currentTimeMillis(),
                        livenessMillis,
                        row.id(),
                        row.owner(),
                        row.token(),
                        row.maxTimestamp(),
                        row.seenAt()))
                == 1;
    }

    /**
     * Moves the ceiling of a lease up, if one of its tokens is recorded.
     *
     * @throws WorkerIdException.LeaseLost if none is
     */
    void extend(WorkerIdLease lease, long ceilingMillis, String newToken, String otherToken) {
        execute(jdbc -> requireChanged(
                jdbc,
                lease,
                jdbc.update(
                        sql.extend(),
                        ceilingMillis,
                        ceilingMillis,
                        newToken,
                        time.currentTimeMillis(),
                        livenessMillis,
                        lease.workerId(),
                        identity.toString(),
                        lease.token(),
                        newToken,
                        otherToken)));
    }

    /**
     * Sets the ceiling of a lease, whose owner no longer runs, if one of its tokens is recorded.
     *
     * @throws WorkerIdException.LeaseLost if none is
     */
    void release(WorkerIdLease lease, long ceilingMillis, String otherToken) {
        execute(jdbc -> requireChanged(
                jdbc,
                lease,
                jdbc.update(
                        sql.release(),
                        ceilingMillis,
                        ceilingMillis,
                        Math.max(time.currentTimeMillis(), ceilingMillis), // so that no earlier copy of the mark counts
                        lease.workerId(),
                        identity.toString(),
                        lease.token(),
                        otherToken)));
    }

    private boolean requireChanged(JdbcOperations jdbc, WorkerIdLease lease, int changed) {
        if (changed == 1) {
            return true;
        }
        String finding = findById(jdbc, lease.workerId())
                .map(row -> {
                    boolean isForks = row.isReportedByFork() && row.token().equals(lease.token());
                    return isForks
                            ? "a node of the fork writes to the row of %s".formatted(row.owner())
                            : "the row belongs to %s with another token".formatted(row.owner());
                })
                .orElse("its row is gone");
        throw new WorkerIdException.LeaseLost("worker id %d in table %s is no longer held by this process of %s: %s"
                .formatted(lease.workerId(), name, identity, finding));
    }

    private <T> T execute(Function<JdbcOperations, T> action) {
        try {
            requireSafe();
            return transactions.execute(action);
        } catch (BadSqlGrammarException ex) {
            throw unavailable("is missing, or has not all columns that Leaf adds to those of the fork", ex);
        } catch (DataAccessException | TransactionException ex) {
            throw unavailable("did not answer", ex);
        }
    }

    /** A table that a crash empties would let another process have a worker id without its ceiling. */
    private void requireSafe() {
        if (!checked) {
            checked = transactions.execute(check::verify); // a missing table is reported by the statement itself
        }
    }

    private WorkerIdException unavailable(String what, RuntimeException failure) {
        return new WorkerIdException.RegistryUnavailable(
                "table %s %s: %s".formatted(name, what, SqlFailures.reason(failure)), failure);
    }
}
