package io.leafid.segment.jdbc;

import java.math.BigInteger;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The largest number that a column holds, where that is less than the largest id. */
final class ColumnLimit {

    /** Of whole numbers, without the sign. */
    private static final Map<Integer, Integer> BITS = Map.of(Types.INTEGER, 31, Types.SMALLINT, 15, Types.TINYINT, 7);

    /** MariaDB's and MySQL's, which JDBC has no type for. */
    private static final int BITS_OF_MEDIUMINT = 23;

    /** Of fractions: a whole number of more bits is rounded. */
    private static final Map<Integer, Integer> EXACT_BITS = Map.of(Types.REAL, 24, Types.FLOAT, 53, Types.DOUBLE, 53);

    private static final int DIGITS_OF_IDS = 19;

    private ColumnLimit() {}

    /** The limit of the first column; nothing for a type without a precision, which SQLite has: it holds 64 bits whatever its name is. */
    static Optional<Long> of(ResultSetMetaData columns) throws SQLException {
        if (columns.getPrecision(1) == 0) {
            return Optional.empty();
        }
        int type = columns.getColumnType(1);
        if (type == Types.DECIMAL || type == Types.NUMERIC) {
            return ofDigits(columns.getPrecision(1) - columns.getScale(1));
        }
        Integer bits = EXACT_BITS.containsKey(type) ? EXACT_BITS.get(type) : bits(columns);
        return Optional.ofNullable(bits).map(each -> (1L << each) - 1);
    }

    private static Optional<Long> ofDigits(int digits) {
        BigInteger beyond = BigInteger.TEN.pow(digits);
        return (digits < DIGITS_OF_IDS) ? Optional.of(beyond.longValue() - 1) : Optional.empty();
    }

    private static @Nullable Integer bits(ResultSetMetaData columns) throws SQLException {
        boolean isMedium = columns.getColumnTypeName(1).toUpperCase(Locale.ROOT).startsWith("MEDIUMINT");
        Integer bits = isMedium ? Integer.valueOf(BITS_OF_MEDIUMINT) : BITS.get(columns.getColumnType(1));
        return (bits == null || columns.isSigned(1)) ? bits : Integer.valueOf(bits + 1);
    }
}
