package io.leafid.snowflake;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.jdbc.SqlDialect;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.specification.EventFile;
import io.leafid.time.LeafThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.file.LocalHolder;
import io.leafid.workerid.file.MarkFile;
import io.leafid.workerid.file.StatePlace;
import io.leafid.workerid.file.WorkerIdAssignment;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import io.leafid.workerid.jdbc.RecyclingJdbcHolder;
import io.leafid.workerid.jdbc.WorkerIdTableSettings;
import io.leafid.workerid.zookeeper.FixedZooKeeperHolder;
import io.leafid.workerid.zookeeper.RecyclingZooKeeperHolder;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A process of its own with many nodes, so that a matrix of cases costs few processes. Each node has an identity, a state
 * directory and a file that gets one id a millisecond; beside it, {@code .log} says how it started and what was refused.
 * Each starts on a thread of its own; one thread issues for all, since as many as there are nodes would wake up so often
 * that two cores do little else.
 * Arguments: ZooKeeper's address, the database's, then for each node mode, port, state directory and file of ids.
 */
final class ManyNodesProcess {

    /** How often the nodes report. */
    static final Duration REPORT_INTERVAL = Duration.ofSeconds(3);

    /** How far ahead a fixed worker id is reserved. */
    static final Duration RESERVATION = Duration.ofSeconds(10);

    /** How long ZooKeeper waits for a silent process. */
    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);

    private static final WorkerIdTableSettings TABLE = new WorkerIdTableSettings(
            JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofSeconds(5), REPORT_INTERVAL.multipliedBy(3));
    private static final Duration RECYCLED_RESERVATION = Duration.ofMinutes(10);
    private static final int ARGUMENTS_OF_A_NODE = 4;

    private static final int ROUNDS_BETWEEN_FLUSHES = 20;

    private final TimeSource time = TimeSource.system();
    private final List<Node> issuing = new CopyOnWriteArrayList<>();
    private final CuratorFramework zooKeeper;
    private final String databaseUrl;

    private ManyNodesProcess(String zooKeeperAddress, String databaseUrl) {
        this.zooKeeper = new ZooKeeperSettings(zooKeeperAddress, SESSION_TIMEOUT, Duration.ofSeconds(10), null).open();
        this.databaseUrl = databaseUrl;
    }

    public static void main(String[] args) throws Exception {
        ManyNodesProcess process = new ManyNodesProcess(args[0], args[1]);
        for (int i = 2; i < args.length; i += ARGUMENTS_OF_A_NODE) {
            String mode = args[i];
            int port = Integer.parseInt(args[i + 1]);
            Path directory = Path.of(args[i + 2]);
            Path ids = Path.of(args[i + 3]);
            new Thread(() -> process.startAtLast(mode, port, directory, ids), mode + "-" + port).start();
        }
        process.issue();
    }

    /** Begins again while the registry is too busy to answer, as a supervisor does: many nodes start at once. */
    private void startAtLast(String mode, int port, Path directory, Path ids) {
        try {
            EventFile events =
                    EventFile.of(mode, port + "-" + ProcessHandle.current().pid());
            while (!start(mode, port, directory, ids, events)) {
                time.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private boolean start(String mode, int port, Path directory, Path ids, EventFile events) throws IOException {
        Path log = Path.of(ids + ".log");
        long began = time.nanoTime();
        try {
            NodeIdentity identity = new NodeIdentity("127.0.0.1", port);
            LeaseKeeper keeper = keeper(mode, identity, directory, log, events);
            try {
                keeper.start();
            } catch (RuntimeException ex) {
                keeper.close(0, Duration.ofSeconds(2));
                throw ex;
            }
            long took = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - began);
            say(
                    log,
                    "started in %d ms with worker id %d above %d"
                            .formatted(
                                    took,
                                    keeper.window().workerId(),
                                    keeper.window().floorMillis()));
            SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                    SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, keeper, time, event -> {});
            issuing.add(new Node(generator, ids, log, events));
            return true;
        } catch (WorkerIdException.RegistryUnavailable ex) {
            return false;
        } catch (WorkerIdException ex) {
            say(log, "refused by %s: %s".formatted(ex.getClass().getSimpleName(), ex.getMessage()));
            return true;
        }
    }

    private LeaseKeeper keeper(String mode, NodeIdentity identity, Path directory, Path log, EventFile events)
            throws IOException {
        boolean isRecycled = mode.endsWith("_recycle");
        KeeperSettings settings = new KeeperSettings(
                REPORT_INTERVAL,
                isRecycled ? RECYCLED_RESERVATION : RESERVATION,
                Duration.ofSeconds(20),
                KeeperSettings.OnRegistryLoss.CONTINUE,
                Duration.ZERO);
        WorkerIdHolder holder = holder(mode, identity, directory);
        @Nullable LocalMark mark = mode.equals("local")
                ? null
                : MarkFile.open(directory, identity, SnowflakeLayout.DEFAULT, holder.registry());
        return new LeaseKeeper(
                mark == null ? holder : events.traced(holder, placeOf(directory)),
                mark,
                new LeaseTerms(
                        identity,
                        new WorkerIdRange(0, SnowflakeLayout.DEFAULT.maxWorkerId()),
                        SnowflakeLayout.DEFAULT,
                        settings),
                time,
                new KeeperThreads(
                        LeafThreads.scheduler("timer-" + identity.port()),
                        LeafThreads.pool("registry-" + identity.port(), 1),
                        LeafThreads.pool("disk-" + identity.port(), 1)),
                event -> say(log, event.toString()));
    }

    /** A directory that has been replaced is another one, with a lock file of its own. */
    private static String placeOf(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                if (file.endsWith("leaf-mark.lock")) {
                    return "%s %s"
                            .formatted(
                                    directory,
                                    Files.readAttributes(file, BasicFileAttributes.class)
                                            .fileKey());
                }
            }
        }
        throw new IllegalStateException(directory + " is not locked");
    }

    private WorkerIdHolder holder(String mode, NodeIdentity identity, Path directory) {
        return switch (mode) {
            case "zk_normal" ->
                new FixedZooKeeperHolder(zooKeeper, new ZooKeeperNamespace("/snowflake", "normal"), identity, time);
            case "zk_recycle" ->
                new RecyclingZooKeeperHolder(
                        zooKeeper, new ZooKeeperNamespace("/snowflake", "recycle"), identity, time);
            case "mysql" ->
                new JdbcWorkerIdHolder(
                        new DriverManagerDataSource(databaseUrl, "root", ""), SqlDialect.MYSQL, TABLE, identity, time);
            case "jdbc_recycle" ->
                new RecyclingJdbcHolder(
                        new DriverManagerDataSource(databaseUrl, "root", ""), SqlDialect.MYSQL, TABLE, identity, time);
            case "local" ->
                new LocalHolder(
                        StatePlace.configured(directory, "many-nodes", identity.port()),
                        identity,
                        WorkerIdAssignment.of(String.valueOf(identity.port() % 1_000), Map.of()));
            default -> throw new IllegalArgumentException("mode " + mode);
        };
    }

    private void issue() throws IOException {
        for (long round = 1; true; round++) {
            for (Node node : issuing) {
                node.issue();
                if (round % ROUNDS_BETWEEN_FLUSHES == 0) {
                    node.flush();
                }
            }
            time.parkNanos(1_000_000);
        }
    }

    /** A node that has started. Not thread-safe. */
    private static final class Node {

        private final SnowflakeIdGenerator generator;
        private final DataOutputStream ids;
        private final Path log;
        private final EventFile events;
        private boolean isRefused;

        Node(SnowflakeIdGenerator generator, Path ids, Path log, EventFile events) throws IOException {
            this.generator = generator;
            this.events = events;
            this.ids = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(ids)));
            this.log = log;
        }

        void issue() throws IOException {
            try {
                long id = generator.nextId();
                events.used(id);
                ids.writeLong(id);
                isRefused = false;
            } catch (IdGenerationException ex) {
                if (!isRefused) {
                    say(log, "no id: " + ex.getMessage());
                }
                isRefused = true;
            }
        }

        void flush() throws IOException {
            ids.flush();
        }
    }

    private static synchronized void say(Path log, String line) {
        try {
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
