package io.leafid.benchmarks.process;

import io.leafid.benchmarks.raw.UnavailableException;
import io.leafid.testing.MariaDbServer;

/** Servers of databases. Stateless. */
public final class Databases {

    private Databases() {}

    /**
     * Starts a MariaDB that writes each commit to the disk, as it does by default.
     *
     * @param hasBinaryLog whether it has a binary log, which it has not by default
     * @throws UnavailableException if it does not start here
     */
    public static MariaDbServer mariaDb(boolean hasBinaryLog) throws UnavailableException {
        try {
            return MariaDbServer.start(
                    "--innodb-flush-log-at-trx-commit=1", hasBinaryLog ? "--log-bin" : "--skip-log-bin");
        } catch (RuntimeException
                | LinkageError
                | AssertionError ex) { // no binaries for this system, or no right to run them
            throw new UnavailableException("no MariaDB starts here: " + ex, ex);
        }
    }
}
