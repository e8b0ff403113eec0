package io.leafid.segment.jdbc;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.Map;
import org.springframework.jdbc.core.ResultSetExtractor;

/** Reads the largest number that a query's first column holds, at most the largest id. Stateless. */
final class ColumnLimit implements ResultSetExtractor<Long> {

    private static final int BITS_OF_IDS = 63;
    private static final int DIGITS_OF_IDS = 19;

    /** Of whole numbers, without the sign. */
    private static final Map<Integer, Integer> BITS = Map.of(Types.INTEGER, 31, Types.SMALLINT, 15, Types.TINYINT, 7);

    /** MariaDB's and MySQL's, which JDBC has no type for. */
    private static final int BITS_OF_MEDIUMINT = 23;

    /** Of fractions: a whole number of more bits is rounded. */
    private static final Map<Integer, Integer> EXACT_BITS = Map.of(Types.REAL, 24, Types.FLOAT, 53, Types.DOUBLE, 53);

    @Override
    public Long extractData(ResultSet reply) throws SQLException {
        return of(reply.getMetaData());
    }

    /** The limit; a type without a precision, which SQLite has, holds 64 bits whatever its name is. */
    static long of(ResultSetMetaData columns) throws SQLException {
        int type = columns.getColumnType(1);
        int precision = columns.getPrecision(1);
        if (precision > 0 && (type == Types.DECIMAL || type == Types.NUMERIC)) {
            int digits = precision - columns.getScale(1);
            return (digits < DIGITS_OF_IDS) ? BigInteger.TEN.pow(digits).longValue() - 1 : Long.MAX_VALUE;
        }
        int bits = (precision > 0) ? bits(columns, type) : BITS_OF_IDS;
        return Long.MAX_VALUE >> (BITS_OF_IDS - bits);
    }

    private static int bits(ResultSetMetaData columns, int type) throws SQLException {
        if (EXACT_BITS.containsKey(type)) {
            return EXACT_BITS.get(type);
        }
        String name = columns.getColumnTypeName(1).toUpperCase(Locale.ROOT);
        int signed = name.startsWith("MEDIUMINT") ? BITS_OF_MEDIUMINT : BITS.getOrDefault(type, BITS_OF_IDS);
        return (signed == BITS_OF_IDS || columns.isSigned(1)) ? signed : signed + 1;
    }
}
