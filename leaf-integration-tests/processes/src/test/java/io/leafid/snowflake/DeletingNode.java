package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.specification.EventFile;
import io.leafid.testing.TestThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.file.MarkFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A node that issues several ids a millisecond, and notes which milliseconds of which worker ids it has used. */
final class DeletingNode {

    /** How long its registry takes it for alive. */
    static final Duration LIVENESS = Duration.ofMillis(900);

    /** All nodes share one. */
    static final String REGISTRY = "registry";

    private static final Duration REPORT = Duration.ofMillis(300);
    private static final TimeSource TIME = TimeSource.system();

    private final LeaseKeeper keeper;
    private final KeeperThreads threads;
    private final SnowflakeIdGenerator generator;
    private final Thread issuing = new Thread(this::issue, "issuing");
    private final Set<String> used = new HashSet<>();
    private final AtomicLong issued = new AtomicLong();
    private final EventFile events;
    private volatile boolean isOver;

    private DeletingNode(WorkerIdHolder holder, NodeIdentity identity, Path directory) throws IOException {
        Duration reservation = holder.isFixed() ? Duration.ofSeconds(2) : Duration.ofMinutes(2);
        // With CONTINUE a registry that is silent for a second, as on a busy machine, lets the mark pass the ceiling.
        // The trace of a process is read as that of a node which never does.
        KeeperSettings settings = new KeeperSettings(
                REPORT, reservation, Duration.ofSeconds(5), KeeperSettings.OnRegistryLoss.STOP, Duration.ZERO);
        this.threads = TestThreads.ofAKeeper();
        this.events = EventFile.in(eventsIn(directory), REGISTRY, identity.host());
        this.keeper = new LeaseKeeper(
                events.traced(holder, identity.host()),
                MarkFile.open(directory.resolve(identity.host()), identity, SnowflakeLayout.DEFAULT, holder.registry()),
                new LeaseTerms(identity, new WorkerIdRange(0, 4), SnowflakeLayout.DEFAULT, settings),
                TIME,
                threads,
                event -> {});
        keeper.start();
        this.generator =
                new SnowflakeIdGenerator(SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, keeper, TIME, event -> {});
    }

    static DeletingNode start(WorkerIdHolder holder, NodeIdentity identity, Path directory) throws IOException {
        DeletingNode node = new DeletingNode(holder, identity, directory);
        node.issuing.start();
        return node;
    }

    /** Where what the nodes of a directory do is written down. */
    static Path eventsIn(Path directory) {
        return directory.resolve("events");
    }

    private void issue() {
        while (!isOver) {
            try {
                long issuedNow = generator.nextId();
                events.used(issuedNow);
                SnowflakeId id = SnowflakeLayout.DEFAULT.unpack(issuedNow);
                used.add(id.workerId() + "@" + id.timestamp().toEpochMilli());
                issued.incrementAndGet();
            } catch (IdGenerationException ex) {
                TIME.parkNanos(1_000_000); // not while its worker id is lost
            }
            TIME.parkNanos(200_000);
        }
    }

    long issued() {
        return issued.get();
    }

    int workerId() {
        return generator.status().lease().window().workerId();
    }

    /** Ends without a word, as a killed process. */
    void kill() {
        isOver = true;
        try {
            issuing.join();
            threads.timer().close();
            end(threads.registry());
            end(threads.disk());
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Waits, since a mark that is still written keeps its directory from being deleted. */
    private static void end(ExecutorService thread) throws InterruptedException {
        thread.shutdown();
        if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("a call of the keeper hangs");
        }
    }

    static void assertThatNoneIsShared(List<DeletingNode> nodes) {
        Map<String, DeletingNode> users = new HashMap<>();
        List<String> shared = new ArrayList<>();
        for (DeletingNode node : nodes) {
            for (String millisecond : node.used) {
                if (users.put(millisecond, node) != null) {
                    shared.add(millisecond);
                }
            }
        }
        assertThat(users).hasSizeGreaterThan(3_000);
        assertThat(shared)
                .as("%d milliseconds used by two nodes", shared.size())
                .isEmpty();
    }
}
