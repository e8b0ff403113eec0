package io.leafid.workerid.zookeeper;

import io.leafid.workerid.WorkerIdEntry.Writer;
import io.leafid.workerid.compat.OriginalReports;

/**
 * A worker id that something other than a lease says is used. Immutable.
 *
 * @param workerId the worker id
 * @param owner who is said to use it
 * @param reportedMillis up to when, in milliseconds since 1970 by its own clock; 0 if it was not used yet
 * @param node the node that says so
 * @param writer whose node that is
 */
record Sighting(int workerId, String owner, long reportedMillis, ZkNode node, Writer writer) {

    /** The sighting of a node under {@code forever}; one that was never used was made by a start of ours. */
    static Sighting fixed(int workerId, String owner, long reportedMillis, ZkNode node) {
        return new Sighting(
                workerId, owner, reportedMillis, node, (reportedMillis == 0) ? Writer.LEAF : Writer.ORIGINAL);
    }

    /** First millisecond that is certainly unused, if the owner has stopped. */
    long usedUpToMillis() {
        return OriginalReports.unusedFrom(reportedMillis);
    }

    /** For how long the owner may still be taken for running unless it reports again, by the registry's clock; not positive if for none. */
    long freshForMillis(long registryMillis) {
        return OriginalReports.FORK_SILENCE.plus(OriginalReports.GRACE).toMillis() - silentMillis(registryMillis);
    }

    /** Returns whether the owner has just reported, by the registry's clock. */
    boolean isLive(long registryMillis) {
        return reportedMillis > 0 && silentMillis(registryMillis) < OriginalReports.GRACE.toMillis();
    }

    private long silentMillis(long registryMillis) {
        return registryMillis - node.mtime();
    }
}
