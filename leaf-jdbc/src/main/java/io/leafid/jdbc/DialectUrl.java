package io.leafid.jdbc;

import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Meaning of the addresses of a kind of database. Immutable.
 *
 * @param drivers how an address begins, and the artifact of its driver
 * @param connectTimeout the unit of the driver's property {@code connectTimeout}; null if it has none
 * @param fileDriver the class of a driver that contains the database, which is a file; empty if it is, or can be, a server
 * @param privateDatabase matches addresses of which each connection has a database of its own; empty if there are none
 */
record DialectUrl(
        Map<String, String> drivers, @Nullable ChronoUnit connectTimeout, String fileDriver, String privateDatabase) {

    DialectUrl {
        drivers = Map.copyOf(drivers);
    }

    boolean matches(String url) {
        return drivers.keySet().stream().anyMatch(url::startsWith);
    }
}
