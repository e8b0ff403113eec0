package io.leafid.autoconfigure.identity;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseTerms;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.file.ChangedPort;
import io.leafid.workerid.file.MarkFile;
import io.leafid.workerid.file.StatePlace;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the lease of a snowflake generator. Stateless. */
public final class LeaseKeeperFactory {

    private static final Logger logger = LoggerFactory.getLogger(LeaseKeeperFactory.class);

    private LeaseKeeperFactory() {}

    /** Takes a lease and begins to renew it, or explains why there is none. */
    public static LeaseKeeper startKeeper(
            SnowflakeSettingsFactory setup,
            WorkerIdHolder holder,
            NodeIdentity identity,
            WorkerIdFailures failures,
            Consumer<LeafEvent> events,
            SharedThreads threads) {
        LeaseTerms terms = terms(setup.properties().snowflake(), holder, identity);
        LeaseKeeper keeper;
        try {
            keeper = new LeaseKeeper(
                    holder,
                    localMark(setup, identity, holder),
                    terms,
                    TimeSource.system(),
                    new KeeperThreads(threads.scheduler(), threads.pool("registry", 1), threads.pool("disk", 1)),
                    events);
        } catch (WorkerIdException ex) {
            throw failures.explain(ex);
        }
        try {
            start(keeper, setup.properties().snowflake().standby());
            return keeper;
        } catch (RuntimeException ex) {
            keeper.close(0, LeaseProvider.CLOSE_TIMEOUT);
            throw failures.explain(ex);
        } catch (Error ex) {
            keeper.close(0, LeaseProvider.CLOSE_TIMEOUT);
            throw ex;
        }
    }

    private static void start(LeaseKeeper keeper, boolean isStandby) {
        if (isStandby) {
            keeper.startOrStandBy();
        } else {
            keeper.start();
        }
    }

    /**
     * The terms that a start asks for.
     *
     * @throws LeafStartException if it is to be a standby with a worker id of its own
     */
    private static LeaseTerms terms(SnowflakeProperties snowflake, WorkerIdHolder holder, NodeIdentity identity) {
        if (snowflake.standby() && holder.isFixed()) {
            throw WorkerIdFailures.fixedStandby(holder.name());
        }
        SnowflakeLayout layout = snowflake.idLayout();
        return new LeaseTerms(
                identity,
                snowflake.workerIds(),
                layout,
                snowflake.keeperSettings(holder.isFixed()),
                snowflake.floorMillis(layout));
    }

    /** The mark on the local disk; some holders have their own, and without a writable directory one goes without. */
    private static @Nullable LocalMark localMark(
            SnowflakeSettingsFactory setup, NodeIdentity identity, WorkerIdHolder holder) {
        if (holder.isOnDisk()) {
            return null;
        }
        StatePlace place = setup.statePlace(identity);
        if (holder.isFixed()) {
            ChangedPort.warn(place, identity);
        }
        try {
            return MarkFile.open(place, identity, setup.layout(), holder.registry());
        } catch (WorkerIdException.UnsafeState | UncheckedIOException ex) {
            if (ex instanceof WorkerIdException && place.kind() == StatePlace.Kind.CONFIGURED) {
                throw ex;
            }
            logger.warn(
                    "going without a local mark, so a start needs the registry: {} (leaf.snowflake.state-directory)",
                    ex.getMessage());
            return null;
        }
    }
}
