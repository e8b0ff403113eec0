package io.leafid.lease;

import io.leafid.test.time.ManualTime;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.time.NodeTime;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A registry and the processes that lease worker ids from it, on one time line. */
public final class LeaseScene {

    /** The identity of the process that most tests are about. */
    public static final NodeIdentity A = new NodeIdentity("10.0.0.1", 8080);

    /** The identity of another process. */
    public static final NodeIdentity B = new NodeIdentity("10.0.0.2", 8080);

    /** What fixed worker ids are kept with; no comparison with peers. */
    public static final KeeperSettings FIXED = settings(Duration.ofSeconds(10), KeeperSettings.OnRegistryLoss.CONTINUE);

    /** The same, but ids stop when the registry is away for too long. */
    public static final KeeperSettings STRICT = settings(Duration.ofSeconds(10), KeeperSettings.OnRegistryLoss.STOP);

    /** What free worker ids are kept with. */
    public static final KeeperSettings POOLED = settings(Duration.ofMinutes(10), KeeperSettings.OnRegistryLoss.STOP);

    private final ManualTime time = new ManualTime();
    private final InMemoryWorkerIdRegistry registry = new InMemoryWorkerIdRegistry(time);
    private final WorkerIdRange range;

    /** Makes a scene with the worker ids from 0 to 7. */
    public LeaseScene() {
        this(new WorkerIdRange(0, 7));
    }

    /** Makes a scene. */
    public LeaseScene(WorkerIdRange range) {
        this.range = range;
    }

    private static KeeperSettings settings(Duration reservation, KeeperSettings.OnRegistryLoss onLoss) {
        return new KeeperSettings(Duration.ofSeconds(3), reservation, Duration.ofSeconds(15), onLoss, Duration.ZERO);
    }

    /** The common time line. */
    public ManualTime time() {
        return time;
    }

    /** The registry. */
    public InMemoryWorkerIdRegistry registry() {
        return registry;
    }

    /** A process with a fixed worker id, not started. */
    public LeasedNode fixed(NodeIdentity identity, KeeperSettings settings, @Nullable InMemoryLocalMark disk) {
        NodeTime own = new NodeTime(time);
        return new LeasedNode(own, registry.fixed(identity, own), disk, settings, identity, range);
    }

    /** A process whose registry is its own disk, not started. */
    public LeasedNode onDisk(NodeIdentity identity) {
        NodeTime own = new NodeTime(time);
        return new LeasedNode(own, registry.onDisk(identity, own), null, FIXED, identity, range);
    }

    /** A process with any free worker id, not started. */
    public LeasedNode pooled(NodeIdentity identity, @Nullable InMemoryLocalMark disk) {
        return pooled(identity, POOLED, disk);
    }

    /** The same with settings of its own. */
    public LeasedNode pooled(NodeIdentity identity, KeeperSettings settings, @Nullable InMemoryLocalMark disk) {
        NodeTime own = new NodeTime(time);
        return new LeasedNode(own, registry.pooled(identity, own), disk, settings, identity, range);
    }

    /** Lets seconds pass. */
    public void seconds(long seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    /** Lets milliseconds pass. */
    public void millis(long millis) {
        time.advance(Duration.ofMillis(millis));
    }
}
