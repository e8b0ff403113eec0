package io.leafid.workerid.jdbc;

import io.leafid.jdbc.LossySettings;
import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableCheck;
import io.leafid.jdbc.TableName;
import io.leafid.jdbc.UnsafeTableException;
import io.leafid.text.Reasons;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.transaction.TransactionException;

/**
 * The table of worker ids in a database. Thread-safe.
 *
 * <p>The own clock is read right before the statement that carries it, when the connection is already there, so that the
 * times of all nodes are late by the same little.
 */
final class SqlWorkerIdTable implements WorkerIdTable {

    private static final String ID = "id";
    private static final String OWNER = "owner";

    private static final String LOSS =
            "an instance that takes a worker id right after that can repeat the timestamps of what was lost. Let it wait for the disk at each commit";

    private final TableName name;
    private final WorkerIdStatements sql;
    private final OwnTransactions transactions;
    private final NodeIdentity identity;
    private final TimeSource time;
    private final long livenessMillis;
    private final TableCheck check;
    private final LossySettings settings;
    private volatile boolean checked;

    SqlWorkerIdTable(
            DataSource dataSource,
            SqlDialect dialect,
            WorkerIdTableSettings table,
            NodeIdentity identity,
            TimeSource time) {
        this.name = table.name();
        this.check = new TableCheck(dialect, name);
        this.sql = WorkerIdStatements.of(name, dialect);
        this.transactions = new OwnTransactions(dataSource, dialect, table.timeout());
        this.settings = new LossySettings(transactions, dialect);
        this.identity = identity;
        this.time = time;
        this.livenessMillis = table.liveness().toMillis();
    }

    @Override
    public TableName name() {
        return name;
    }

    @Override
    public Optional<WorkerIdRow> findById(long id) {
        return find(sql.queries().byId(), new MapSqlParameterSource(ID, id));
    }

    @Override
    public Optional<WorkerIdRow> findByOwner(String key) {
        return find(sql.queries().byOwner(), new MapSqlParameterSource(OWNER, key));
    }

    private Optional<WorkerIdRow> find(String statement, SqlParameterSource parameters) {
        return execute(jdbc -> find(jdbc, statement, parameters));
    }

    private static Optional<WorkerIdRow> find(
            NamedParameterJdbcOperations jdbc, String statement, SqlParameterSource parameters) {
        return jdbc.query(statement, parameters, WorkerIdRow::of).stream().findFirst();
    }

    @Override
    public List<WorkerIdRow> findAll() {
        return execute(jdbc -> jdbc.query(sql.queries().all(), WorkerIdRow::of));
    }

    @Override
    public Duration ownOffset() {
        return execute(jdbc -> {
            long own = time.currentTimeMillis();
            Long now = jdbc.queryForObject(sql.queries().now(), Map.of(), Long.class);
            return Duration.ofMillis(own - Objects.requireNonNull(now));
        });
    }

    @Override
    public boolean insertFirst(WorkerIdLease lease, RowOwner owner, int rows) {
        return insert(lease, owner, 1, rows);
    }

    @Override
    public boolean insertAgain(WorkerIdLease lease, RowOwner owner, int rows) {
        return insert(lease, owner, 0, rows);
    }

    private boolean insert(WorkerIdLease lease, RowOwner owner, int more, int rows) {
        MapSqlParameterSource counted = new MapSqlParameterSource("more", more).addValue("rows", rows + 1);
        return isFirst(() -> execute(jdbc -> {
            insert(jdbc, lease, owner);
            jdbc.update(sql.changes().count(), counted);
            return true;
        }));
    }

    private void insert(NamedParameterJdbcOperations jdbc, WorkerIdLease lease, RowOwner owner) {
        jdbc.update(sql.changes().insert(), parameters(lease, owner, livenessMillis));
        if (lease.workerId() == 0) {
            jdbc.update(sql.changes().moveToZero(), new MapSqlParameterSource(OWNER, owner.key()));
        }
    }

    @Override
    public boolean isOfThisProcess() {
        ConnectionCallback<String> url = connection -> connection.getMetaData().getURL();
        return String.valueOf(transactions.<String>execute(jdbc -> jdbc.execute(url)))
                .startsWith("jdbc:h2:mem:");
    }

    @Override
    public boolean insertRecord(WorkerIdLease carrier, RowOwner owner) {
        return isFirst(() -> execute(jdbc -> jdbc.update(sql.changes().insert(), parameters(carrier, owner, 0)) == 1));
    }

    private MapSqlParameterSource parameters(WorkerIdLease lease, RowOwner owner, long lifeMillis) {
        return new MapSqlParameterSource(ID, lease.workerId())
                .addValue("ip", owner.ip())
                .addValue("port", owner.port())
                .addValue(OWNER, owner.key())
                .addValue("ceiling", lease.ceilingMillis())
                .addValue("token", lease.token())
                .addValue("reported", time.currentTimeMillis())
                .addValue("leased", RowOwner.isLeased(owner.key(), lease.workerId()) ? 1 : 0)
                .addValue("life", lifeMillis);
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

    @Override
    public boolean takeOver(WorkerIdRow read, WorkerIdLease lease, RowOwner owner) {
        return execute(jdbc -> jdbc.update(
                        sql.changes().takeOver(),
                        parameters(lease, owner, livenessMillis)
                                .addValue("ownerRead", read.key())
                                .addValue("tokenRead", read.report().token())
                                .addValue("ceilingRead", read.maxTimestamp())
                                .addValue("seenRead", read.liveness().seenAt())))
                == 1;
    }

    @Override
    public boolean extend(WorkerIdLease extended, RowOwner owner, String token, String otherToken) {
        return execute(jdbc -> isChanged(
                jdbc,
                extended.workerId(),
                token,
                jdbc.update(
                        sql.changes().extend(),
                        parameters(extended, owner, livenessMillis)
                                .addValue("newToken", extended.token())
                                .addValue("token", token)
                                .addValue("otherToken", otherToken))));
    }

    @Override
    public boolean release(WorkerIdLease released, RowOwner owner, String otherToken) {
        return execute(jdbc -> isChanged(
                jdbc,
                released.workerId(),
                released.token(),
                jdbc.update(
                        sql.changes().release(),
                        parameters(released, owner, 0)
                                .addValue("reported", reportOfRelease(released))
                                .addValue("otherToken", otherToken))));
    }

    /** Not before the ceiling, so that no earlier copy of the mark counts. */
    private long reportOfRelease(WorkerIdLease released) {
        return Math.max(time.currentTimeMillis(), released.ceilingMillis());
    }

    private boolean isChanged(NamedParameterJdbcOperations jdbc, int workerId, String token, int changed) {
        if (changed == 1) {
            return true;
        }
        Optional<WorkerIdRow> found = find(jdbc, sql.queries().byId(), new MapSqlParameterSource(ID, workerId));
        found.ifPresent(row -> {
            throw lost(row, token);
        });
        return false;
    }

    private WorkerIdException lost(WorkerIdRow row, String token) {
        boolean isForks = row.isReportedByFork() && row.report().token().equals(token);
        String finding = isForks
                ? "a node of the fork writes to the row of %s, or reserved_until or max_timestamp was edited"
                : "the row belongs to %s with another token";
        return new WorkerIdException.LeaseLost("worker id %d in table %s is no longer held by this process of %s: %s"
                .formatted(row.id(), name, identity, finding.formatted(row.owner())));
    }

    private <T> T execute(Function<NamedParameterJdbcOperations, T> action) {
        try {
            requireSafe();
            return transactions.execute(jdbc -> action.apply(new NamedParameterJdbcTemplate(jdbc)));
        } catch (BadSqlGrammarException ex) {
            throw unavailable("is missing, or has not all columns that Leaf adds to those of the fork", ex);
        } catch (DataAccessException | TransactionException ex) {
            checked = false; // it may come back with other settings, or as another server
            throw unavailable("did not answer", ex);
        }
    }

    /** A table that a crash empties would let another process have a worker id without its ceiling. */
    private void requireSafe() {
        if (!checked) {
            try {
                checked = transactions.execute(check::verify); // a missing table is reported by the statement itself
                if (checked) {
                    settings.warn(name, LOSS);
                }
            } catch (UnsafeTableException ex) {
                throw new WorkerIdException.UnfitRegistry(ex.problem(), ex.remedy(), ex);
            }
        }
    }

    private WorkerIdException unavailable(String what, RuntimeException failure) {
        return new WorkerIdException.RegistryUnavailable(
                "table %s %s: %s".formatted(name, what, Reasons.of(failure)), failure);
    }
}
