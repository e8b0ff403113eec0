package io.leafid.segment.jdbc;

import io.leafid.jdbc.TableName;
import io.leafid.text.JdbcUrls;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a table of segments, from one run to the next: the database's address, schema and table. Stateless.
 *
 * <p>Parameters and user information of the address are left out: they hold passwords, and changing them does not change the
 * table.
 */
final class StoreIdentity {

    private StoreIdentity() {}

    /** The identity of a table as this connection sees it; empty if its database begins anew with each process. */
    static String of(Connection connection, TableName table) throws SQLException {
        return of(connection.getMetaData().getURL(), connection.getSchema(), table.toString());
    }

    static String of(@Nullable String url, @Nullable String schema, String table) {
        if (url == null) {
            return "";
        }
        String address = withoutUser(JdbcUrls.withoutParameters(url));
        if (address.contains(":mem:") || address.contains("/mem:") || address.contains(":memory:")) {
            return "";
        }
        String place = (schema == null) ? table : schema + ' ' + table;
        return (address + ' ' + place).replaceAll("\\p{Cntrl}", "");
    }

    private static String withoutUser(String url) {
        int host = url.indexOf("//") + 2;
        int end = (host < 2) ? -1 : url.indexOf('/', host);
        int at = url.lastIndexOf('@', (end < 0) ? url.length() : end);
        return (host < 2 || at < host) ? url : url.substring(0, host) + url.substring(at + 1);
    }
}
