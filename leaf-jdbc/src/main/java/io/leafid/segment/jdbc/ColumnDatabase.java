package io.leafid.segment.jdbc;

import io.leafid.jdbc.ColumnName;
import io.leafid.jdbc.OwnTransactions;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.SqlFailures;
import java.math.BigDecimal;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.ResultSetExtractor;

/** A database in which columns may be that tags number. Connects when it is asked first. Thread-safe. */
public final class ColumnDatabase {

    private static final Logger logger = LoggerFactory.getLogger(ColumnDatabase.class);

    private static final Set<Integer> WHOLE_NUMBERS =
            Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT, Types.DECIMAL, Types.NUMERIC);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final DataSource dataSource;
    private final Supplier<SqlDialect> dialect;
    private final Duration timeout;
    private final String description;

    /** The largest number that fits, of columns that are smaller than ids and have room left. */
    private final Map<ColumnName, Long> limits = new ConcurrentHashMap<>();

    private volatile @Nullable OwnTransactions transactions;

    /**
     * Makes it; does not connect yet.
     *
     * @param dataSource where connections come from
     * @param dialect finds out what kind of database it is
     * @param timeout how long to wait for an answer
     * @param description which database it is, for messages
     */
    public ColumnDatabase(DataSource dataSource, Supplier<SqlDialect> dialect, Duration timeout, String description) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.timeout = timeout;
        this.description = description;
    }

    /** The state of a column, as far as it is known here. */
    enum Kind {
        /** There is no such table, or no such column in it. */
        MISSING,
        /** It holds whole numbers. */
        NUMBER,
        /** It holds something else. */
        OTHER
    }

    Kind look(ColumnName column) {
        String none = "SELECT %s FROM %s WHERE 1 = 0".formatted(column.column(), column.table());
        ResultSetExtractor<Integer> type = result -> typeOf(column, result.getMetaData());
        try {
            Integer found = transactions().execute(jdbc -> Objects.requireNonNull(jdbc.query(none, type)));
            return WHOLE_NUMBERS.contains(found) ? Kind.NUMBER : Kind.OTHER;
        } catch (RuntimeException ex) {
            if (SqlFailures.isMissingTable(ex) || SqlFailures.isMissingColumn(ex)) {
                return Kind.MISSING;
            }
            throw ex;
        }
    }

    private int typeOf(ColumnName column, ResultSetMetaData columns) throws SQLException {
        long limit = ColumnLimit.of(columns);
        if (limit < Long.MAX_VALUE) {
            limits.put(column, limit);
        }
        return columns.getColumnType(1);
    }

    /**
     * The largest value of a column that is there, or nothing if it holds none; one beyond the largest id counts as that. A replica may
     * lag, so that a row behind its column would pass.
     */
    Optional<Long> largest(ColumnName column) {
        String query = dialect.get()
                .sql()
                .atPrimary()
                .formatted("SELECT MAX(%s) FROM %s".formatted(column.column(), column.table()));
        BigDecimal value = transactions()
                .execute(jdbc -> Optional.ofNullable(jdbc.queryForObject(query, BigDecimal.class)))
                .orElse(null);
        Optional<Long> largest =
                Optional.ofNullable(value).map(each -> each.min(LARGEST).longValue());
        largest.ifPresent(found -> warnIfNearlyFull(column, found));
        return largest;
    }

    private void warnIfNearlyFull(ColumnName column, long largest) {
        Long limit = limits.get(column);
        if (limit != null && largest > limit / 10 * 9 && limits.remove(column, limit)) {
            logger.warn(
                    "nine tenths of the ids that fit {} are used: {} of {}; give the column a type of 64 bits before inserts fail",
                    column,
                    largest,
                    limit);
        }
    }

    private OwnTransactions transactions() {
        OwnTransactions known = transactions;
        if (known == null) {
            known = new OwnTransactions(dataSource, dialect.get(), timeout);
            transactions = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return description;
    }
}
