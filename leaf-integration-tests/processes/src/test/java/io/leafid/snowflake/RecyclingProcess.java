package io.leafid.snowflake;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.jdbc.SqlDialect;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.specification.EventFile;
import io.leafid.testing.TestDatabase;
import io.leafid.time.LeafThreads;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import io.leafid.workerid.jdbc.RecyclingJdbcHolder;
import io.leafid.workerid.jdbc.WorkerIdTableSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A virtual machine in which one life of a generator follows another, each under a name of its own, as pods replace each
 * other. A life ends in order or, more often, as a killed process does: its threads stop, nothing is given back. Arguments:
 * address, user and password of the database, its dialect, file of ids, name, number of concurrent lives.
 *
 * <p>What a life issues is written, 16 bytes each, before it goes on: the number of the life, and the id.
 */
final class RecyclingProcess {

    /** The worker ids that all lives of all machines share. */
    static final WorkerIdRange EIGHT = new WorkerIdRange(0, 7);

    /** All lives share one. */
    static final String REGISTRY = "jdbc_recycle";

    private static final KeeperSettings SETTINGS = new KeeperSettings(
            Duration.ofMillis(150),
            Duration.ofMillis(1_200),
            Duration.ofMillis(500),
            KeeperSettings.OnRegistryLoss.CONTINUE,
            Duration.ZERO);

    /** Three report intervals, as the auto-configuration has it. */
    private static final Duration LIVENESS = Duration.ofMillis(450);

    private static final int BATCH = 8;

    private final TestDatabase database;
    private final HikariDataSource pool;
    private final FileChannel ids;
    private final String name;
    private final TimeSource time = TimeSource.system();
    private final AtomicInteger lives = new AtomicInteger();

    private RecyclingProcess(TestDatabase database, FileChannel ids, String name) {
        this.database = database;
        this.pool = database.impatientPool(8);
        pool.setConnectionTimeout(10_000);
        this.ids = ids;
        this.name = name;
    }

    public static void main(String[] args) throws IOException {
        TestDatabase database = new TestDatabase(args[0], args[1], args[2], SqlDialect.valueOf(args[3]));
        FileChannel ids = FileChannel.open(Path.of(args[4]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        RecyclingProcess process = new RecyclingProcess(database, ids, args[5]);
        for (int i = 0; i < Integer.parseInt(args[6]); i++) {
            Random random = new Random(args[5].hashCode() * 31L + i);
            new Thread(() -> process.liveAgainAndAgain(random), "lives-" + i).start();
        }
    }

    private void liveAgainAndAgain(Random random) {
        while (true) {
            try {
                live(lives.incrementAndGet(), random);
            } catch (WorkerIdException ex) {
                time.parkNanos(50_000_000); // none is free: the pod is started again
            } catch (IOException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    private void live(int life, Random random) throws IOException {
        NodeIdentity identity = new NodeIdentity(name + "-" + life, 8080);
        EventFile events = EventFile.of(REGISTRY, identity.host());
        Scheduler timer = LeafThreads.scheduler("timer");
        ExecutorService registry = LeafThreads.pool("registry", 1);
        ExecutorService disk = LeafThreads.pool("disk", 1);
        try {
            LeaseKeeper keeper = new LeaseKeeper(
                    events.traced(
                            new RecyclingJdbcHolder(
                                    pool,
                                    database.dialect(),
                                    new WorkerIdTableSettings(
                                            JdbcWorkerIdHolder.DEFAULT_TABLE, Duration.ofSeconds(10), LIVENESS),
                                    identity,
                                    time),
                            identity.host()),
                    null,
                    new LeaseTerms(identity, EIGHT, SnowflakeLayout.DEFAULT, SETTINGS),
                    time,
                    new KeeperThreads(timer, registry, disk),
                    event -> {});
            keeper.start();
            SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                    SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, keeper, time, event -> {});
            issue(generator, life, events, 20 + random.nextInt(300));
            if (random.nextInt(3) == 0) {
                generator.close();
            }
        } finally {
            timer.close();
            registry.shutdownNow();
            disk.shutdownNow();
        }
    }

    /** A number of batches, not a time: a life that was paused goes on. */
    private void issue(SnowflakeIdGenerator generator, int life, EventFile events, int batches) throws IOException {
        for (int batch = 0; batch < batches; batch++) {
            try {
                ByteBuffer written = ByteBuffer.allocate(BATCH * 2 * Long.BYTES);
                for (long id : generator.nextIds(BATCH)) {
                    events.used(id);
                    written.putLong(life).putLong(id);
                }
                write(written.flip());
            } catch (IdGenerationException ex) {
                // the lease has run out or was lost; the next one may come
            }
            time.parkNanos(1_000_000);
        }
    }

    private synchronized void write(ByteBuffer written) throws IOException {
        while (written.hasRemaining()) {
            ids.write(written);
        }
    }
}
