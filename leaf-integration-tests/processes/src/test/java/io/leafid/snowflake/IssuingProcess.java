package io.leafid.snowflake;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.specification.EventFile;
import io.leafid.time.LeafThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.file.MarkFile;
import io.leafid.workerid.zookeeper.FixedZooKeeperHolder;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;

/**
 * A process of its own that issues ids until its standard input ends, writing each to a file and every refusal to its
 * standard output. Arguments: ZooKeeper's address, port of the identity, state directory, file of ids.
 */
final class IssuingProcess {

    private static final int BATCH = 50;

    private IssuingProcess() {}

    public static void main(String[] args) throws IOException {
        NodeIdentity identity = new NodeIdentity("127.0.0.1", Integer.parseInt(args[1]));
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
        TimeSource time = TimeSource.system();
        ZooKeeperSettings zooKeeper =
                new ZooKeeperSettings(args[0], Duration.ofSeconds(4), Duration.ofSeconds(4), null);
        KeeperSettings settings = new KeeperSettings(
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                KeeperSettings.OnRegistryLoss.CONTINUE,
                Duration.ZERO);
        EventFile events =
                EventFile.of("zk_normal", Path.of(args[3]).getFileName().toString());
        try (CuratorFramework client = zooKeeper.open()) {
            LeaseKeeper keeper = new LeaseKeeper(
                    events.traced(
                            new FixedZooKeeperHolder(
                                    client, new ZooKeeperNamespace("/snowflake", "processes"), identity, time),
                            args[2]),
                    MarkFile.open(Path.of(args[2]), identity, layout, "zk_normal"),
                    new LeaseTerms(identity, new WorkerIdRange(0, layout.maxWorkerId()), layout, settings),
                    time,
                    new KeeperThreads(
                            LeafThreads.scheduler("timer"),
                            LeafThreads.pool("registry", 1),
                            LeafThreads.pool("disk", 1)),
                    event -> System.out.println(event));
            keeper.start();
            try (SnowflakeIdGenerator generator =
                    new SnowflakeIdGenerator(layout, SnowflakeSettings.DEFAULT, keeper, time, event -> {})) {
                issue(generator, time, Path.of(args[3]), events);
            }
        }
    }

    private static void issue(SnowflakeIdGenerator generator, TimeSource time, Path file, EventFile events)
            throws IOException {
        try (DataOutputStream ids = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            System.out.println("issuing");
            while (System.in.available() == 0) {
                try {
                    for (long id : generator.nextIds(BATCH)) {
                        events.used(id);
                        ids.writeLong(id);
                    }
                    ids.flush();
                } catch (IdGenerationException ex) {
                    System.out.println(ex.getClass().getSimpleName());
                }
                time.parkNanos(1_000_000);
            }
        }
    }
}
