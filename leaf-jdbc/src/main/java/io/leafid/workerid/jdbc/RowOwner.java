package io.leafid.workerid.jdbc;

import io.leafid.workerid.NodeIdentity;

/**
 * Owner of a row, in the words of its columns. Immutable.
 *
 * @param ip the host
 * @param port the port
 * @param key what the unique column {@code ip_port} holds
 */
record RowOwner(String ip, String port, String key) {

    /** Between an identity and the worker id that it leases for a while; no identity ends with it and a number. */
    private static final String LEASES = "#";

    /** The owner of a row that stands for no instance. */
    static RowOwner ofRecord(String key) {
        return new RowOwner("", "", key);
    }

    /** An identity with one row, which is its own for good. */
    static RowOwner fixed(NodeIdentity identity) {
        return new RowOwner(identity.host(), String.valueOf(identity.port()), identity.toString());
    }

    /**
     * An identity with the row of a worker id that it leases for a while. It may have left others behind, so that the unique
     * key has the worker id too.
     */
    static RowOwner leasing(NodeIdentity identity, int workerId) {
        return new RowOwner(identity.host(), String.valueOf(identity.port()), identity + LEASES + workerId);
    }

    /** Returns whether the row of a worker id is leased for a while, and so is none that the fork looks for. */
    static boolean isLeased(String key, long workerId) {
        return !identityIn(key, workerId).equals(key);
    }

    static String identityIn(String key, long workerId) {
        String suffix = LEASES + workerId;
        return key.endsWith(suffix) ? key.substring(0, key.length() - suffix.length()) : key;
    }
}
