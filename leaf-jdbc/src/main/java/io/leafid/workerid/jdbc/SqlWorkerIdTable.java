package io.leafid.workerid.jdbc;

import io.leafid.jdbc.LossySettings;
import io.leafid.jdbc.OwnStatements;
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
import java.util.function.BiFunction;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
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
    private final String database;
    private final Supplier<Access> maker;
    private final NodeIdentity identity;
    private final TimeSource time;
    private final long livenessMillis;
    private volatile @Nullable Access access; // null until the kind of database is known
    private volatile boolean checked;

    SqlWorkerIdTable(
            DataSource dataSource,
            Supplier<SqlDialect> dialect,
            WorkerIdTableSettings table,
            NodeIdentity identity,
            TimeSource time) {
        this.name = table.name();
        this.database = table.database();
        this.maker = () -> Access.of(dataSource, dialect.get(), name, table.timeout());
        this.identity = identity;
        this.time = time;
        this.livenessMillis = table.liveness().toMillis();
    }

    @Override
    public TableName name() {
        return name;
    }

    @Override
    public String database() {
        return database;
    }

    /** Two first calls may make two, one of which is dropped: making one changes nothing. */
    private Access access() {
        Access known = access;
        if (known == null) {
            known = maker.get();
            access = known;
        }
        return known;
    }

    @Override
    public Optional<WorkerIdRow> findById(long id) {
        return execute((jdbc, sql) -> find(jdbc, sql.queries().byId(), new MapSqlParameterSource(ID, id)));
    }

    @Override
    public Optional<WorkerIdRow> findByOwner(String key) {
        return execute((jdbc, sql) -> find(jdbc, sql.queries().byOwner(), new MapSqlParameterSource(OWNER, key)));
    }

    private static Optional<WorkerIdRow> find(
            NamedParameterJdbcOperations jdbc, String statement, SqlParameterSource parameters) {
        return jdbc.query(statement, parameters, WorkerIdRow::of).stream().findFirst();
    }

    @Override
    public List<WorkerIdRow> findAll() {
        return execute((jdbc, sql) -> jdbc.query(sql.queries().all(), WorkerIdRow::of));
    }

    @Override
    public Duration ownOffset() {
        return execute((jdbc, sql) -> {
            long own = time.currentTimeMillis();
            Long now = jdbc.queryForObject(sql.queries().now(), Map.of(), Long.class);
            return Duration.ofMillis(own - Objects.requireNonNull(now));
        });
    }

    @Override
    public boolean insertFirst(WorkerIdLease lease, RowOwner owner, int rows, long recordAt) {
        return insert(lease, owner, new MapSqlParameterSource("more", 1).addValue("rows", rows + 1), recordAt);
    }

    @Override
    public boolean insertAgain(WorkerIdLease lease, RowOwner owner, int rows) {
        return insert(lease, owner, new MapSqlParameterSource("more", 0).addValue("rows", rows + 1), -1);
    }

    private boolean insert(WorkerIdLease lease, RowOwner owner, MapSqlParameterSource counted, long recordAt) {
        return isFirst(() -> execute((jdbc, sql) -> {
            insert(jdbc, sql, lease, owner);
            jdbc.update(
                    sql.changes().count(), counted.addValue("recordAt", recordAt)); // locks the record until the end
            if (recordAt >= 0
                    && jdbc.queryForList(sql.queries().standing(), counted).isEmpty()) {
                throw new CannotAcquireLockException("rows of table %s were deleted meanwhile".formatted(name));
            }
            return true;
        }));
    }

    private void insert(
            NamedParameterJdbcOperations jdbc, WorkerIdStatements sql, WorkerIdLease lease, RowOwner owner) {
        jdbc.update(sql.changes().insert(), parameters(lease, owner, livenessMillis));
        if (lease.workerId() == 0) {
            jdbc.update(sql.changes().moveToZero(), new MapSqlParameterSource(OWNER, owner.key()));
        }
    }

    @Override
    public boolean isOfThisProcess() {
        ConnectionCallback<String> url = connection -> connection.getMetaData().getURL();
        return String.valueOf(access().transactions.<String>execute(jdbc -> jdbc.execute(url)))
                .startsWith("jdbc:h2:mem:");
    }

    @Override
    public boolean insertRecord(WorkerIdLease carrier, RowOwner owner) {
        return isFirst(() ->
                execute((jdbc, sql) -> jdbc.update(sql.changes().insert(), parameters(carrier, owner, 0)) == 1));
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
        return execute((jdbc, sql) -> jdbc.update(
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
        return execute((jdbc, sql) -> isChanged(
                jdbc,
                sql,
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
        // not before the ceiling, so that no earlier copy of the mark counts
        long reported = Math.max(time.currentTimeMillis(), released.ceilingMillis());
        return execute((jdbc, sql) -> isChanged(
                jdbc,
                sql,
                released.workerId(),
                released.token(),
                jdbc.update(
                        sql.changes().release(),
                        parameters(released, owner, 0)
                                .addValue("reported", reported)
                                .addValue("otherToken", otherToken))));
    }

    private boolean isChanged(
            NamedParameterJdbcOperations jdbc, WorkerIdStatements sql, int workerId, String token, int changed) {
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
        return new WorkerIdException.LeaseLost("worker id %s in table %s is no longer held by this process of %s: %s"
                .formatted(row.id(), name, identity, finding.formatted(row.owner())));
    }

    private <T> T execute(BiFunction<NamedParameterJdbcOperations, WorkerIdStatements, T> action) {
        try {
            Access on = access();
            requireSafe(on);
            return on.transactions.execute(jdbc -> action.apply(new NamedParameterJdbcTemplate(jdbc), on.sql));
        } catch (BadSqlGrammarException ex) {
            throw unavailable("is missing, or has not all columns that Leaf adds to those of the fork", ex);
        } catch (DataAccessException | TransactionException ex) {
            checked = false; // it may come back with other settings, or as another server
            throw unavailable("did not answer", ex);
        }
    }

    /** A table that a crash empties would let another process have a worker id without its ceiling. */
    private void requireSafe(Access on) {
        if (!checked) {
            try {
                checked = on.transactions.execute(jdbc ->
                        on.check.verify(jdbc).isPresent()); // a missing table is reported by the statement itself
                if (checked) {
                    on.settings.warn(name, LOSS);
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

    /** The ways into a database of a known kind. Immutable. */
    private record Access(
            WorkerIdStatements sql, OwnTransactions transactions, TableCheck check, LossySettings settings) {

        private static Access of(DataSource dataSource, SqlDialect dialect, TableName name, Duration timeout) {
            OwnTransactions transactions = new OwnTransactions(dataSource, dialect, timeout);
            return new Access(
                    WorkerIdStatements.of(name, dialect),
                    transactions,
                    new TableCheck(dialect, name),
                    new LossySettings(new OwnStatements(dataSource, dialect, timeout), dialect));
        }
    }
}
