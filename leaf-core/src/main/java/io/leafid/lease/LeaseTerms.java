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
 */
public record LeaseTerms(
        NodeIdentity identity, WorkerIdRange workerIds, SnowflakeLayout layout, KeeperSettings settings) {}
