package io.leafid.lease;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.time.NodeTime;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One process that keeps a lease, with its clocks, its connection to the registry, its disk and its threads in hand. */
public final class LeasedNode {

    /** How long {@link #stop} waits for registry and disk. */
    public static final Duration STOP_TIMEOUT = Duration.ofSeconds(1);

    private final NodeTime time;
    private final InMemoryWorkerIdRegistry.Holder holder;
    private final @Nullable InMemoryLocalMark disk;
    private final ManualExecutor registryThread = new ManualExecutor();
    private final ManualExecutor diskThread = new ManualExecutor();
    private final List<LeafEvent> events = new ArrayList<>();
    private final LeaseKeeper keeper;

    /** Makes a process that has not started yet; the disk may be one that an earlier process has left. */
    public LeasedNode(
            NodeTime time,
            InMemoryWorkerIdRegistry.Holder holder,
            @Nullable InMemoryLocalMark disk,
            KeeperSettings settings,
            NodeIdentity identity,
            WorkerIdRange range) {
        this.time = time;
        this.holder = holder;
        this.disk = (disk == null) ? null : disk.reopened();
        this.keeper = new LeaseKeeper(
                holder,
                this.disk,
                new LeaseTerms(identity, range, SnowflakeLayout.DEFAULT, settings),
                time,
                new KeeperThreads(time, registryThread, diskThread),
                events::add);
    }

    /** Takes the lease. */
    public LeasedNode start() {
        keeper.start();
        return this;
    }

    /** Ends the process without a word; the registry has noticed. */
    public void crash() {
        time.close();
        holder.expire();
        if (disk != null) {
            disk.close();
        }
    }

    /** Ends the process in order. */
    public void stop(long usedUpToMillis) {
        keeper.close(usedUpToMillis, STOP_TIMEOUT);
    }

    /** What keeps the lease. */
    public LeaseKeeper keeper() {
        return keeper;
    }

    /** What may be used now. */
    public LeaseWindow window() {
        return keeper.windowFor(now());
    }

    /** What the registry was asked to record the last time; for the node's own token. */
    public @Nullable WorkerIdLease lease() {
        return holder.lastLease();
    }

    /** What the registry says about the lease. */
    public LeaseStatus.State state() {
        return keeper.status().state();
    }

    /** Whether an id could be issued now. */
    public boolean canIssue() {
        return window().covers(now());
    }

    /** This node's wall clock. */
    public long now() {
        return time.currentTimeMillis();
    }

    /** This node's wall clock as an instant. */
    public Instant instant() {
        return time.now();
    }

    /** This node's clocks. */
    public NodeTime time() {
        return time;
    }

    /** This node's connection to the registry. */
    public InMemoryWorkerIdRegistry.Holder holder() {
        return holder;
    }

    /** The thread that calls the registry. */
    public ManualExecutor registryThread() {
        return registryThread;
    }

    /** The thread that writes the local mark. */
    public ManualExecutor diskThread() {
        return diskThread;
    }

    /** What an operator was told. */
    public List<LeafEvent> events() {
        return events;
    }
}
