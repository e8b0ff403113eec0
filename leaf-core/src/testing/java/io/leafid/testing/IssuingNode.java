package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseTerms;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node that makes snowflake ids by the system's clock, with the history of what it has used: each worker id and
 * millisecond. Used by the test's thread.
 */
public final class IssuingNode implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final LeaseKeeper keeper;
    private final SnowflakeIdGenerator generator;
    private final Set<Long> ids = new HashSet<>();
    private final Set<List<Long>> used = new HashSet<>();
    private long lastMillis;

    private IssuingNode(LeaseKeeper keeper) {
        this.keeper = keeper;
        this.generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, keeper, TimeSource.system(), event -> {});
    }

    /**
     * Starts a node that reports every 300 ms.
     *
     * @throws WorkerIdException if it gets no worker id
     */
    public static IssuingNode start(
            WorkerIdHolder holder,
            @Nullable LocalMark mark,
            NodeIdentity identity,
            WorkerIdRange workerIds,
            Duration reservation) {
        KeeperSettings settings = new KeeperSettings(
                Duration.ofMillis(300),
                reservation,
                Duration.ofSeconds(10),
                KeeperSettings.OnRegistryLoss.CONTINUE,
                Duration.ZERO);
        LeaseKeeper keeper = new LeaseKeeper(
                holder,
                mark,
                new LeaseTerms(identity, workerIds, SnowflakeLayout.DEFAULT, settings),
                TimeSource.system(),
                TestThreads.ofAKeeper(),
                event -> {});
        try {
            keeper.start();
            return new IssuingNode(keeper);
        } catch (WorkerIdException ex) {
            keeper.close(0, Duration.ZERO);
            throw ex;
        }
    }

    /** Starts a node again and again until it gets a worker id, as a supervisor does. */
    public static IssuingNode startAtLast(Supplier<IssuingNode> start) {
        return await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptionsInstanceOf(WorkerIdException.class)
                .until(start::get, node -> true);
    }

    /** Fails if two nodes have used one worker id in one millisecond. */
    public static void requireNoMillisecondTwice(List<IssuingNode> nodes) {
        Set<List<Long>> all = new HashSet<>();
        for (IssuingNode node : nodes) {
            for (List<Long> each : node.used) {
                assertThat(all.add(each))
                        .as("worker id and millisecond %s by two nodes", each)
                        .isTrue();
            }
        }
    }

    /** The keeper of its lease. */
    public LeaseKeeper keeper() {
        return keeper;
    }

    /** How its lease stands. */
    public LeaseStatus.State state() {
        return keeper.status().state();
    }

    /** Issues one id; returns whether it may. */
    public boolean issuesNow() {
        try {
            long id = generator.nextId();
            assertThat(ids.add(id)).as("id %d is new", id).isTrue();
            SnowflakeId parts = SnowflakeLayout.DEFAULT.unpack(id);
            lastMillis = parts.timestamp().toEpochMilli();
            used.add(List.of((long) parts.workerId(), lastMillis));
            return true;
        } catch (IdGenerationException ex) {
            return false;
        }
    }

    /** Issues some ids, and waits for the lease if need be. */
    public void issueSome() {
        long enough = ids.size() + 20L;
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(5)).until(() -> issuesNow() && ids.size() >= enough);
    }

    /** The time of the last id, in milliseconds since 1970. */
    public long lastMillis() {
        return lastMillis;
    }

    @Override
    public void close() {
        keeper.close(lastMillis + 1, Duration.ofMillis(100));
    }
}
