package io.leafid.workerid;

import java.util.Locale;

/** The parts of an instance's configuration that a failure can point at. What they are called is known where they are configured. */
public enum WorkerIdComponent {
    /** The host of the identity. */
    HOST,
    /** The port of the identity. */
    PORT,
    /** The name that all instances of a service share, and with it their worker ids. */
    NAME,
    /** The table that all instances of a service share, where worker ids are rows. */
    TABLE,
    /** The kind of registry and how worker ids are given out. */
    MODE,
    /** The instant that timestamp 0 stands for. */
    EPOCH,
    /** The division of the bits of an id. */
    LAYOUT,
    /** The range of worker ids that this site may use. */
    WORKER_IDS,
    /** The worker id of this instance, where it is configured. */
    WORKER_ID,
    /** The worker ids of all instances, where they are configured. */
    WORK_ID_MAP,
    /** The directory for what outlives a run. */
    STATE_DIRECTORY,
    /** The difference from the clocks of running nodes that is tolerated. */
    PEER_THRESHOLD,
    /** The credentials for the registry. */
    CREDENTIALS;

    /** The word for it in a message. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
