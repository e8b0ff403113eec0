package io.leafid.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.history.CallLog;
import io.leafid.history.CallRecord;
import io.leafid.specification.AllocationHistory;
import io.leafid.specification.AllocationHistory.Change;
import io.leafid.specification.EventFile;
import io.leafid.specification.ProcessTraces;
import io.leafid.specification.ProtocolTrace;
import io.leafid.specification.SegmentHistory;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.PostgresServer;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.ZooKeeperEnsemble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Six applications, each a process with a mode of its own, on a ZooKeeper ensemble of three, MariaDB and PostgreSQL, while
 * everything around them fails. {@code leaf.chaos.seconds} says how long, {@code leaf.chaos.seed} in which order. Afterwards all
 * calls of all processes are looked at together. It takes more than 20 s, since it is about processes that start again.
 */
@Tag("chaos")
class ChaosIT {

    private static final Logger logger = LoggerFactory.getLogger(ChaosIT.class);

    private static final int SECONDS = Integer.getInteger("leaf.chaos.seconds", 8);
    private static final long SEED = Long.getLong("leaf.chaos.seed", System.nanoTime());
    private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

    /** What a history may hold, for the memory of the check. */
    private static final long MOST_CALLS = 2_000_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path root;

    private final List<Member> nodes = new ArrayList<>();
    private ZooKeeperEnsemble registry;
    private MariaDbServer mariaDb;
    private PostgresServer postgresServer;
    private TestDatabase maria;
    private TestDatabase postgres;

    @BeforeEach
    void startServers() {
        registry = ZooKeeperEnsemble.start();
        mariaDb = MariaDbServer.start("--skip-log-bin");
        maria = prepared(mariaDb.newDatabase());
        postgresServer = PostgresServer.start();
        postgres = prepared(postgresServer.newDatabase());
    }

    @AfterEach
    void stopAll() {
        nodes.forEach(Member::close);
        mariaDb.close();
        postgresServer.close();
        registry.close();
    }

    private static TestDatabase prepared(TestDatabase database) {
        database.with("leaf_alloc").with("leaf_workerid_alloc");
        for (String tag : List.of(ChaosNode.SEGMENTS, ChaosNode.ORDERED)) {
            database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + tag + "', 1, 50)");
        }
        AllocationHistory.begin(database);
        return database;
    }

    @Test
    void nothingThatWasPromisedIsBrokenWhileEverythingFails() throws Exception {
        logger.info("chaos with -Dleaf.chaos.seed={} for {} s", SEED, SECONDS);
        startNodes();
        Disturbance disturbance = new Disturbance(nodes, mariaDb, postgresServer, registry, SEED);
        long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        while (System.nanoTime() < end) {
            disturbance.strike();
            pass(disturbance.nextGap());
            disturbance.tend();
        }
        disturbance.heal();
        logger.info("all is healed; struck were {}", disturbance.counts());
        awaitIdsOfAll();
        nodes.forEach(Member::terminate);
        check();
    }

    private void startNodes() throws IOException {
        List<Member.Identity> identities = List.of(
                new Member.Identity("recycled-1", 8081, maria, NodeSettings.recycling("zk_recycle", "0-3")),
                new Member.Identity("recycled-2", 8082, postgres, NodeSettings.recycling("zk_recycle", "0-3")),
                new Member.Identity("in-table", 8083, maria, NodeSettings.recycling("jdbc_recycle", "4-7")),
                new Member.Identity("fixed", 8084, maria, NodeSettings.fixed("zk_normal", "8-15")),
                new Member.Identity("fixed-in-table", 8085, postgres, NodeSettings.fixed("mysql", "16-23")),
                new Member.Identity("local", 8086, postgres, NodeSettings.local(NodeSettings.LOCAL_WORKER_ID)));
        int callers = identities.size() * ChaosNode.TAGS.size() * ChaosNode.CALLERS_PER_TAG;
        Duration rest = Duration.ofMillis(Math.max(2, 1_000L * callers * SECONDS / MOST_CALLS));
        for (Member.Identity identity : identities) {
            Member node = new Member(identity, root, registry, rest);
            nodes.add(node);
            node.start();
        }
        awaitIdsOfAll();
    }

    private static void pass(Duration time) {
        await().pollDelay(time).atMost(time.plusSeconds(60)).until(() -> true);
    }

    /** From now on ids of each kind flow again on each node: the reservation, a session and a start later at most. */
    private void awaitIdsOfAll() {
        long now = System.nanoTime();
        for (Member node : nodes) {
            for (String tag : ChaosNode.TAGS) {
                await(node.name() + " issues ids of " + tag)
                        .atMost(START_TIMEOUT)
                        .pollInterval(Duration.ofMillis(200))
                        .untilAsserted(() -> {
                            nodes.forEach(Member::supervise);
                            assertThat(hasIssued(node, tag, now))
                                    .as("seed %d; it said last: %s", SEED, node.lastWords())
                                    .isTrue();
                        });
            }
        }
    }

    private static boolean hasIssued(Member node, String tag, long since) {
        try (Stream<Path> files = Files.list(node.logs())) {
            for (Path file : files.filter(f -> f.getFileName().toString().startsWith(tag + "~"))
                    .toList()) {
                List<CallRecord> calls = CallLog.read(file);
                if (!calls.isEmpty() && calls.get(calls.size() - 1).begun() > since) {
                    return true;
                }
            }
            return false;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void check() throws IOException {
        Histories histories = new Histories();
        SoftAssertions promises = new SoftAssertions();
        for (Member node : nodes) {
            histories.read(node.logs(), node.database().dialect().name());
            for (Path output : node.outputs()) {
                promises.assertThat(Files.readString(output)).doesNotContain(Caller.COMPLAINT);
            }
        }
        logger.info(
                "{} ids of {} are looked at",
                histories.size(),
                histories.calls().keySet());
        assertThat(histories.size()).isGreaterThan(1_000);
        histories.calls().forEach((place, processes) -> check(place, processes, promises));
        promises.assertAll();
        follow(histories);
    }

    /** What was written down is a behaviour of the specification. */
    private void follow(Histories histories) throws IOException {
        ProcessTraces traces = new ProcessTraces();
        for (TestDatabase database : List.of(maria, postgres)) {
            traces.addSegments(trace(ChaosNode.SEGMENTS, database, histories));
            traces.addSegments(trace(ChaosNode.ORDERED, database, histories));
        }
        List<Path> ofRegistries = events(node -> !node.name().equals("local"));
        traces.addLeases("all registries", ofRegistries).requireFollowed(root);
    }

    private ProtocolTrace trace(String tag, TestDatabase database, Histories histories) throws IOException {
        String place = Histories.placeOf(tag, database.dialect().name());
        SegmentHistory history = new SegmentHistory(tag, tag.equals(ChaosNode.ORDERED), 1);
        for (Path file : events(node -> node.database().equals(database))) {
            String process = Histories.processOf(file);
            history.add(process, EventFile.segments(file, process), histories.of(place, process));
        }
        List<Change> changes = AllocationHistory.changes(database, tag);
        Files.write(
                root.resolve("changes-" + place),
                changes.stream().map(Change::toString).toList());
        return history.trace(place, changes);
    }

    private List<Path> events(Predicate<Member> which) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Member node : nodes) {
            if (which.test(node)) {
                found.addAll(EventFile.all(node.logs(), ChaosNode.EVENTS));
            }
        }
        return found;
    }

    private void check(String place, Map<String, List<CallRecord>> processes, SoftAssertions promises) {
        String at = place + ", seed " + SEED;
        promises.assertThat(HistoryCheck.duplicates(processes))
                .as("ids twice: " + at)
                .isEmpty();
        promises.assertThat(HistoryCheck.disorderWithinAProcess(processes))
                .as("order within a process: " + at)
                .isEmpty();
        if (place.equals(ChaosNode.SNOWFLAKE)) {
            promises.assertThat(HistoryCheck.sharedMilliseconds(processes))
                    .as("milliseconds of two processes: " + at)
                    .isEmpty();
        } else if (place.startsWith(ChaosNode.ORDERED)) {
            promises.assertThat(HistoryCheck.disorder(processes))
                    .as("order over all: " + at)
                    .isEmpty();
        }
    }
}
