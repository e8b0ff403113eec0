package io.leafid.segment.jdbc;

import io.leafid.jdbc.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What tells one table of segments from another, from one run to the next: the database's address, schema and table. Stateless.
 *
 * <p>Parameters and user information of the address are left out: they hold passwords, and changing them does not change the
 * table.
 */
final class StoreIdentity {

    private static final Pattern PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);
    private static final Pattern USER = Pattern.compile("//[^/]*@");
    private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

    private StoreIdentity() {}

    /** The identity of a table as this connection sees it; empty if its database begins anew with each process. */
    static String of(Connection connection, TableName table) throws SQLException {
        return of(connection.getMetaData().getURL(), connection.getSchema(), table.toString());
    }

    static String of(@Nullable String url, @Nullable String schema, String table) {
        if (url == null) {
            return "";
        }
        String address = USER.matcher(PARAMETERS.matcher(url).replaceFirst("")).replaceAll("//");
        if (address.contains(":mem:") || address.contains("/mem:") || address.contains(":memory:")) {
            return "";
        }
        String place = (schema == null) ? table : schema + ' ' + table;
        return CONTROLS.matcher(address + ' ' + place).replaceAll("");
    }
}
