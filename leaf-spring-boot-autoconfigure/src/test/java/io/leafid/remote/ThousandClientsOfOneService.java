package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerationException;
import io.leafid.IdSequence;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Measures clients of one id service, which is a process with a real MariaDB behind it: what an id costs a client beside a node with the
 * database, and a thousand clients at once. Neither a unit test nor one of the build: run it by name, on a machine that does little else.
 *
 * <p>Properties: {@code leaf.clients} (1000), {@code leaf.seconds} for each line (20), {@code leaf.offered}: allocations per second that
 * all clients together want, line by line (250,500,1000,2000).
 */
class ThousandClientsOfOneService {

    private static final int CLIENTS = Integer.getInteger("leaf.clients", 1_000);
    private static final int SECONDS = Integer.getInteger("leaf.seconds", 20);
    private static final String OFFERED = System.getProperty("leaf.offered", "250,500,1000,2000");
    private static final int ROUNDS = 5;
    private static final int STEP = 1_000;
    private static final int TICKS_PER_SEGMENT = 10;
    private static final int CALLS_TO_WARM_UP = 3_000;
    private static final int CALLS_PER_LOOK_AT_THE_CLOCK = 10_000;
    private static final int STARTS_AT_ONCE = 20;
    private static final long STACK_BYTES = 256 * 1024;
    private static final Duration LOAD_TIMEOUT = AllocationSettings.DEFAULT.loadTimeout();

    /** Every segment of one size, so that the load is what is wanted. */
    private static final SegmentSettings FIXED_STEP = new SegmentSettings(
            new AllocationSettings(Duration.ofMinutes(15), STEP, Map.of(), 0.1, Duration.ofSeconds(1), LOAD_TIMEOUT),
            Duration.ofMinutes(10),
            true,
            null,
            false);

    @TempDir
    private Path directory;

    private final int port = FreePorts.next();
    private MariaDbServer server;
    private TestDatabase database;
    private Process service;
    private RestClient connections;

    /** A thousand clients in one process would be slowed down by what they log, and by connections that they open anew. */
    @BeforeAll
    static void prepare() {
        System.setProperty("http.maxConnections", String.valueOf(CLIENTS));
        for (String name : new String[] {"io.leafid", "com.zaxxer.hikari", "org.mariadb.jdbc"}) {
            ((Logger) LoggerFactory.getLogger(name)).setLevel(Level.OFF);
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = MariaDbServer.start("--innodb-flush-log-at-trx-commit=1", "--skip-log-bin");
        database = server.newDatabase().with("leaf_alloc");
        for (String tag : new String[] {"order", "warm", "local", "client"}) {
            database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?)", tag, STEP);
        }
        service = IdServiceProcess.start(
                port,
                directory.resolve("service.log"),
                IdServiceProcess.on(database),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=4"); // it runs for minutes
        IdServiceProcess.awaitStart(service, port);
        SimpleClientHttpRequestFactory factory =
                new SimpleClientHttpRequestFactory(); // no threads of its own, as the others have
        factory.setReadTimeout(Duration.ofSeconds(2));
        connections = RestClient.builder().requestFactory(factory).build();
        for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
            remote().allocate("warm", 1);
        }
    }

    @AfterEach
    void stop() {
        service.destroyForcibly();
        server.close();
    }

    private SegmentStore remote() {
        return RemoteSegmentStore.of(
                new RemoteSettings("ids", "", Duration.ofSeconds(10), LOAD_TIMEOUT),
                InstanceSource.of(List.of(new ServiceInstance("http://localhost:" + port, ""))),
                connections,
                TimeSource.system());
    }

    private static SegmentIdGenerator engine(SegmentStore store, SegmentSettings settings) {
        SegmentIdGenerator engine = new SegmentIdGenerator(store, settings, List.of(), null, event -> {});
        engine.start();
        return engine;
    }

    @Test
    void idsOfAClientCostWhatThoseOfANodeCost() {
        MeasuredStore allocations = new MeasuredStore(remote());
        try (HikariDataSource pool = database.pool(2);
                SegmentIdGenerator local = engine(
                        new JdbcSegmentStore(pool, database.dialect(), "leaf_alloc", LOAD_TIMEOUT),
                        SegmentSettings.DEFAULT);
                SegmentIdGenerator client = engine(allocations, SegmentSettings.DEFAULT)) {
            List<Double> ratios = new ArrayList<>();
            System.out.println("| ids/µs, 1 thread | node with the database | client of the service | ratio |");
            System.out.println("|---|---|---|---|");
            for (int round = 1; round <= ROUNDS; round++) {
                double own = idsPerMicrosecond(local.sequence("local"));
                double remote = idsPerMicrosecond(client.sequence("client"));
                ratios.add(remote / own);
                System.out.printf("| round %d | %.1f | %.1f | %.2f |%n", round, own, remote, remote / own);
            }
            ratios.sort(null);
            System.out.printf("median %.2f; %s%n", ratios.get(ROUNDS / 2), allocations.summary());
        }
        assertThat(allocations.failed()).isZero();
    }

    private static double idsPerMicrosecond(IdSequence ids) {
        long begin = System.nanoTime();
        long end = begin + TimeUnit.SECONDS.toNanos(SECONDS) / 4;
        long calls = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 0; i < CALLS_PER_LOOK_AT_THE_CLOCK; i++) {
                ids.next();
            }
            calls += CALLS_PER_LOOK_AT_THE_CLOCK;
        }
        return calls * 1_000.0 / (System.nanoTime() - begin);
    }

    @Test
    void oneServiceServesAllClients() throws Exception {
        MeasuredStore allocations = new MeasuredStore(remote());
        List<SegmentIdGenerator> clients = startClients(allocations);
        System.out.println(
                "| wanted per second | allocations per second | p50, ms | p99, ms | failed | failed calls | statements each |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (String offered : OFFERED.split(",", -1)) {
            int perSecond = Integer.parseInt(offered);
            drive(clients, perSecond, 1 + CLIENTS / perSecond); // as long as a segment lasts
            allocations.reset();
            long before = statements();
            long failedCalls = drive(clients, perSecond, SECONDS);
            double each = (double) (statements() - before) / allocations.count();
            System.out.printf(
                    "| %s | %.0f | %.1f | %.1f | %d | %d | %.2f |%n",
                    offered,
                    (double) allocations.count() / SECONDS,
                    allocations.percentileMillis(50),
                    allocations.percentileMillis(99),
                    allocations.failed(),
                    failedCalls,
                    each);
        }
        clients.forEach(SegmentIdGenerator::close);
    }

    /** All have a segment before the first line is measured, one more and one less of it, so that they do not allocate at the same moment. */
    private static List<SegmentIdGenerator> startClients(SegmentStore store) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(STARTS_AT_ONCE);
        List<Future<SegmentIdGenerator>> starts = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int used = 1 + i * STEP / CLIENTS;
            starts.add(threads.submit(() -> {
                SegmentIdGenerator client = engine(store, FIXED_STEP);
                client.nextIds("order", used);
                return client;
            }));
        }
        List<SegmentIdGenerator> clients = new ArrayList<>();
        for (Future<SegmentIdGenerator> start : starts) {
            clients.add(start.get());
        }
        threads.shutdown();
        return clients;
    }

    /** What all clients have sent to the database, which only the service does; but for this look. */
    private long statements() {
        String asked = "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'QUESTIONS'";
        return Objects.requireNonNull(database.jdbc().queryForObject(asked, Long.class));
    }

    /** Takes ids so fast that so many segments are used up per second; returns how many calls have failed. */
    private static long drive(List<SegmentIdGenerator> clients, int segmentsPerSecond, int seconds)
            throws InterruptedException {
        long tickNanos = TimeUnit.SECONDS.toNanos(1) * CLIENTS / segmentsPerSecond / TICKS_PER_SEGMENT;
        long begin = System.nanoTime();
        long end = begin + TimeUnit.SECONDS.toNanos(seconds);
        AtomicLong failed = new AtomicLong();
        List<Thread> callers = new ArrayList<>();
        for (SegmentIdGenerator client : clients) {
            long first = begin + tickNanos * callers.size() / CLIENTS;
            Thread caller = new Thread(null, () -> take(client, first, end, tickNanos, failed), "caller", STACK_BYTES);
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            caller.join();
        }
        return failed.get();
    }

    private static void take(SegmentIdGenerator client, long first, long end, long tickNanos, AtomicLong failed) {
        IdSequence ids = client.sequence("order");
        try {
            for (long due = first; due - end < 0; due += tickNanos) {
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                takeOnce(ids, failed);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private static void takeOnce(IdSequence ids, AtomicLong failed) {
        try {
            ids.next(STEP / TICKS_PER_SEGMENT);
        } catch (IdGenerationException ex) {
            failed.incrementAndGet();
        }
    }
}
