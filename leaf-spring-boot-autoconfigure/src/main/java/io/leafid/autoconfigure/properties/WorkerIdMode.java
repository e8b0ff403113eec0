package io.leafid.autoconfigure.properties;

import java.util.Locale;

/** Where an instance gets its worker id. */
public enum WorkerIdMode {
    /** A persistent sequential node in ZooKeeper per host and port. */
    ZK_NORMAL,
    /** Any free worker id, leased in ZooKeeper. */
    ZK_RECYCLE,
    /** A row in a database per host and port. */
    MYSQL,
    /** The configuration. */
    LOCAL;

    /** The mode's name as it is written in settings. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
