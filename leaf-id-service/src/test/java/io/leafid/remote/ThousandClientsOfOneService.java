package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.store.SegmentStore;
import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Measures a thousand clients of one id service at once, which is a process with a real MariaDB behind it. Neither a unit test nor one of the
 * build: run it by name, on a machine that does little else.
 *
 * <p>Properties: {@code leaf.clients} (1000), {@code leaf.seconds} for each line (20), {@code leaf.offered}: allocations per second that
 * all clients together want, line by line (500,1000,2000,4000).
 */
class ThousandClientsOfOneService {

    private static final int CLIENTS = Integer.getInteger("leaf.clients", 1_000);
    private static final int SECONDS = Integer.getInteger("leaf.seconds", 20);
    private static final String OFFERED = System.getProperty("leaf.offered", "500,1000,2000,4000");
    private static final int STEP = 1_000;
    private static final int CALLS_TO_WARM_UP = 3_000;
    private static final int WAITING = Integer.getInteger("leaf.waiting", 64);
    private static final Duration LOAD_TIMEOUT = AllocationSettings.DEFAULT.loadTimeout();

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
        for (String tag : new String[] {"order", "warm"}) {
            database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?)", tag, STEP);
        }
        service = IdServiceProcess.start(
                port,
                directory.resolve("service.log"),
                IdServiceProcess.on(database),
                "-Xmx512m",
                "-Dleaf.web.max-waiting=" + 2 * WAITING, // of which one tag takes half
                "-XX:TieredStopAtLevel=4"); // it runs for minutes
        IdServiceProcess.awaitStart(service, port);
        SimpleClientHttpRequestFactory factory =
                new SimpleClientHttpRequestFactory(); // no threads of its own, as the others have
        factory.setReadTimeout(Duration.ofSeconds(2));
        connections = RestClient.builder().requestFactory(factory).build();
        for (int i = 0; i < CALLS_TO_WARM_UP; i++) {
            remote().allocate("warm", 1, 0);
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
                connections,
                TimeSource.system());
    }

    @Test
    void oneServiceServesAllClients() throws Exception {
        List<RemoteSegmentStore> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(client());
        }
        System.out.println(
                "| wanted per second | allocations per second | p50, ms | p99, ms | failed | statements each |");
        System.out.println("|---|---|---|---|---|---|");
        drive(
                clients,
                CLIENTS / 4,
                8,
                new AllocationTimes()); // each has opened its connection, and the service is warm
        for (String offered : OFFERED.split(",", -1)) {
            AllocationTimes times = new AllocationTimes();
            long before = statements();
            drive(clients, Integer.parseInt(offered), SECONDS, times);
            System.out.printf(
                    "| %s | %.0f | %.1f | %.1f | %d | %.2f |%n",
                    offered,
                    (double) times.count() / SECONDS,
                    times.percentileMillis(50),
                    times.percentileMillis(99),
                    times.failed(),
                    (double) (statements() - before) / times.count());
            times.failures().forEach((failure, number) -> System.out.println(number + " x " + failure));
        }
    }

    private RemoteSegmentStore client() {
        InstanceSource source = InstanceSource.of(List.of(new ServiceInstance("http://localhost:" + port, "")));
        InstanceChoice choice = new InstanceChoice("", Duration.ofSeconds(10), 0, TimeSource.system());
        SocketExchange exchange = new SocketExchange((int) LOAD_TIMEOUT.toMillis());
        return new RemoteSegmentStore(
                "ids",
                new InstanceCalls(source, choice, LOAD_TIMEOUT, TimeSource.system()),
                exchange,
                exchange,
                () -> UUID.randomUUID().toString());
    }

    /** What all clients have sent to the database, which only the service does; but for this look. */
    private long statements() {
        String asked = "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'QUESTIONS'";
        return Objects.requireNonNull(database.jdbc().queryForObject(asked, Long.class));
    }

    /** Lets one client after the other allocate, so many in a second; one that is late begins at once, and its wait counts. */
    private static void drive(List<RemoteSegmentStore> clients, int perSecond, int seconds, AllocationTimes times)
            throws InterruptedException {
        long begin = System.nanoTime();
        AtomicInteger next = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(WAITING);
        for (int i = 0; i < WAITING; i++) {
            threads.execute(() -> {
                for (int k = next.getAndIncrement(); k < perSecond * seconds; k = next.getAndIncrement()) {
                    RemoteSegmentStore client = clients.get(k % CLIENTS);
                    long due = begin + k * TimeUnit.SECONDS.toNanos(1) / perSecond;
                    LockSupport.parkNanos(due - System.nanoTime());
                    times.measure(due, () -> client.allocate("order", STEP, 0));
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(10L * seconds, TimeUnit.SECONDS)).isTrue();
    }
}
