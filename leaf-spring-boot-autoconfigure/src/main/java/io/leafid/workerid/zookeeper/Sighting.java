package io.leafid.workerid.zookeeper;

import java.time.Duration;

/**
 * A worker id that something other than a lease says is used. Immutable.
 *
 * @param workerId the worker id
 * @param owner who is said to use it
 * @param reportedMillis up to when, in milliseconds since 1970 by its own clock; 0 if it was not used yet
 * @param node the node that says so
 */
record Sighting(int workerId, String owner, long reportedMillis, ZkNode node) {

    /** How long the fork of the original lets a node be silent before it gives its worker id away. */
    private static final Duration SILENCE = Duration.ofHours(1);

    /** First millisecond that is certainly unused, if the owner has stopped. */
    long usedUpToMillis() {
        return (reportedMillis == 0) ? 0 : reportedMillis + AssignmentNodes.GRACE.toMillis();
    }

    /** Whether the owner may still run, by the registry's clock. */
    boolean isFresh(long registryMillis) {
        return registryMillis - node.mtime() < SILENCE.toMillis() + AssignmentNodes.GRACE.toMillis();
    }

    /** Whether the owner has just reported, by the registry's clock. */
    boolean isLive(long registryMillis) {
        return reportedMillis > 0 && registryMillis - node.mtime() < AssignmentNodes.GRACE.toMillis();
    }
}
