package io.leafid.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.RecordingSegmentStore;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.SegmentStores;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.time.SharedThreads;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Three id services, each a process, on one MariaDB in two zones, and twenty clients of the east: the zone is killed, then the rest, then
 * one instance comes back.
 *
 * <p>Takes over 20 s: four processes of Spring Boot start, and callers wait for an id as long as they may.
 */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("landing")
class ServiceZonesIT {

    private static final Logger logger = LoggerFactory.getLogger(ServiceZonesIT.class);

    private static final int CLIENTS = 20;
    private static final int STEP = 500;
    /** No test waits for it: calls that moved only after it would leave every client without ids before. */
    private static final Duration BACK_OFF = Duration.ofSeconds(60);
    /** Beside the reserve, which lasts for a second at least, what a busy machine may take for one request. */
    private static final Duration WAIT_TIMEOUT = Duration.ofSeconds(8);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PACE_NANOS = 2_000_000;

    private static final SegmentSettings SETTINGS = new SegmentSettings(
            new AllocationSettings(Duration.ofMinutes(15), STEP, Map.of(), 0.1, WAIT_TIMEOUT, Duration.ofSeconds(15)),
            Duration.ofMinutes(10),
            true,
            null,
            false);

    @TempDir
    private Path directory;

    private final TestDatabase database = MariaDb.database().with("leaf_alloc");
    private final int[] ports = {FreePorts.next(), FreePorts.next(), FreePorts.next()};
    private final Process[] services = new Process[ports.length];
    private final List<Client> clients = new ArrayList<>();

    @AfterEach
    void stop() {
        clients.forEach(Client::close);
        for (Process service : services) {
            if (service != null) {
                service.destroyForcibly();
            }
        }
    }

    @Test
    void callsMoveToTheOtherZoneThenIdsEndWithTheReserveThenTheyFlowAgainAndNoneTwice() throws Exception {
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, ?)", STEP);
        for (int i = 0; i < ports.length; i++) {
            start(i);
        }
        awaitServices(0, 1, 2);
        SharedThreads threads = new SharedThreads();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Client(threads));
        }
        clients.forEach(Thread::start);
        awaitAllocationsOfEach(1);

        kill(0);
        kill(1);
        long killed = System.nanoTime();
        awaitAllocationsOfEach(2); // the first may have been answered before
        logger.info(
                "each client has allocated twice in the other zone {} ms after its own was killed",
                millisSince(killed));
        assertThat(clients).as("no id was missed while a reserve lasted").noneMatch(Client::hasFailed);

        kill(2);
        await().atMost(PATIENCE).until(() -> clients.stream().allMatch(Client::hasFailed));
        assertThat(clients).allSatisfy(client -> {
            assertThat(client.issuedBeforeFailure())
                    .as("up to the last reserved id")
                    .isEqualTo(client.granted());
            assertThat(client.slowestFailure()).isLessThan(WAIT_TIMEOUT.plus(PATIENCE));
        });

        start(0);
        awaitServices(0);
        long back = System.nanoTime();
        await().atMost(PATIENCE).until(() -> clients.stream().allMatch(Client::hasRecovered));
        logger.info("all clients had ids again {} ms after one instance was back", millisSince(back));
        clients.forEach(Client::end);

        long[] ids = clients.stream().flatMapToLong(Client::ids).toArray();
        RecordingSegmentStore.assertDistinct(ids);
        clients.forEach(Client::assertGranted);
        assertThat(LongStream.of(ids).max().orElseThrow()).isLessThan(maxId());
        logger.info("{} ids, none twice", ids.length);
        threads.close();
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    private void start(int service) throws IOException {
        Path log = directory.resolve("service-" + service + ".log");
        services[service] = IdServiceProcess.start(ports[service], log, IdServiceProcess.on(database));
    }

    private void kill(int service) throws InterruptedException {
        services[service].destroyForcibly().waitFor();
    }

    private void awaitServices(int... started) {
        for (int service : started) {
            IdServiceProcess.awaitStart(services[service], ports[service]);
        }
    }

    private void awaitAllocationsOfEach(int count) {
        int[] wanted = clients.stream()
                .mapToInt(client -> client.allocations() + count)
                .toArray();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() ->
                        IntStream.range(0, CLIENTS).allMatch(i -> clients.get(i).allocations() >= wanted[i]));
    }

    private long maxId() {
        return Objects.requireNonNull(database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class));
    }

    /** An engine of its own with one caller, which notes what it gets. */
    private final class Client extends Thread {

        private final RecordingSegmentStore store;
        private final SegmentIdGenerator engine;
        private final LongStream.Builder ids = LongStream.builder();
        private long[] noted = {};
        private volatile boolean ended;
        private long issued; // of the caller's thread alone
        private volatile long issuedBeforeFailure = -1;
        private volatile boolean recovered;
        private volatile Duration slowest = Duration.ZERO;

        Client(SharedThreads threads) {
            JdkClientHttpRequestFactory connections = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
                    .connectTimeout(Duration.ofSeconds(1))
                    .build());
            connections.setReadTimeout(Duration.ofSeconds(2));
            InstanceSource instances = InstanceSource.of(List.of(
                    new ServiceInstance("http://localhost:" + ports[0], "east"),
                    new ServiceInstance("http://localhost:" + ports[1], "east"),
                    new ServiceInstance("http://localhost:" + ports[2], "west")));
            RestClient client = RestClient.builder().requestFactory(connections).build();
            store = new RecordingSegmentStore(RemoteSegmentStore.of(
                    "ids", InstanceCalls.of(instances, "east", BACK_OFF, Duration.ofSeconds(15)), client, client));
            engine = new SegmentIdGenerator(
                    SegmentStores.of(store), SETTINGS, List.of("order"), null, event -> {}, threads);
            engine.start();
        }

        @Override
        public void run() {
            while (!ended) {
                long begin = System.nanoTime();
                try {
                    ids.add(engine.nextId("order"));
                    issued++;
                    recovered = hasFailed();
                } catch (SegmentUnavailableException ex) {
                    Duration took = Duration.ofNanos(System.nanoTime() - begin);
                    slowest = (took.compareTo(slowest) > 0) ? took : slowest;
                    if (!hasFailed()) {
                        issuedBeforeFailure = issued;
                    }
                }
                LockSupport.parkNanos(PACE_NANOS);
            }
        }

        boolean hasFailed() {
            return issuedBeforeFailure >= 0;
        }

        boolean hasRecovered() {
            return recovered;
        }

        long issuedBeforeFailure() {
            return issuedBeforeFailure;
        }

        long granted() {
            return store.granted();
        }

        int allocations() {
            return store.successes();
        }

        Duration slowestFailure() {
            return slowest;
        }

        void end() {
            ended = true;
            try {
                join();
                noted = ids.build().toArray();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }

        void close() {
            ended = true;
            engine.close();
        }

        LongStream ids() {
            return LongStream.of(noted);
        }

        void assertGranted() {
            store.assertGranted(noted);
        }
    }
}
