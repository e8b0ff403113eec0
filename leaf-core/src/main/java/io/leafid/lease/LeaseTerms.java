package io.leafid.lease;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;

/**
 * Terms of a lease: who asks for it, of which worker ids, and how it is kept. Immutable.
 *
 * @param identity who this instance is
 * @param workerIds the worker ids that may be taken
 * @param layout the layout of the ids
 * @param settings what can be set about keeping the lease
 * @param floorMillis no id of an earlier millisecond may be issued; 0 if any may
 */
public record LeaseTerms(
        NodeIdentity identity,
        WorkerIdRange workerIds,
        SnowflakeLayout layout,
        KeeperSettings settings,
        long floorMillis) {

    /** Terms of ids of any time. */
    public LeaseTerms(NodeIdentity identity, WorkerIdRange workerIds, SnowflakeLayout layout, KeeperSettings settings) {
        this(identity, workerIds, layout, settings, 0);
    }
}
