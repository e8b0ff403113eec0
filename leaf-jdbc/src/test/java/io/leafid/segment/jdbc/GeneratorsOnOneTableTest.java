package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.RecordingSegmentStore;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Three generators of 16 threads each draw three million ids of one tag from one table. */
class GeneratorsOnOneTableTest {

    private static final Logger logger = LoggerFactory.getLogger(GeneratorsOnOneTableTest.class);

    private static final int GENERATORS = 3;
    private static final int THREADS = 16;
    private static final int IDS_PER_THREAD = 62_500;
    private static final int BATCH = 50; // every second draw is one of so many ids
    private static final int MAX_STEP = 2_000; // small, so that there are many allocations and switches

    private static final SegmentSettings SETTINGS = new SegmentSettings(
            new AllocationSettings(
                    Duration.ofMinutes(15), MAX_STEP, Map.of(), 0.1, Duration.ofSeconds(60), Duration.ofSeconds(60)),
            Duration.ofSeconds(60),
            true,
            null,
            true);

    static Stream<TestDatabase> databases() {
        return TestDatabases.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyIdIsUniqueAndGrantedAndTheCounterIsWhatWasGranted(TestDatabase database) throws Exception {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 1000)");
        List<Node> nodes = new ArrayList<>();
        try {
            for (int i = 0; i < GENERATORS; i++) {
                nodes.add(Node.on(database));
            }
            long start = System.nanoTime();
            List<long[]> idsByNode = draw(nodes);
            Duration took = Duration.ofNanos(System.nanoTime() - start);

            check(nodes, idsByNode);
            // A last allocation ahead of need may still be under way.
            await().untilAsserted(() -> assertThat(counter(database))
                    .isEqualTo(1
                            + nodes.stream()
                                    .mapToLong(node -> node.store().granted())
                                    .sum()));
            logger.info(
                    "{}: {} ids by {} allocations in {} ms",
                    database.dialect(),
                    GENERATORS * THREADS * IDS_PER_THREAD,
                    nodes.stream().mapToInt(node -> node.store().successes()).sum(),
                    took.toMillis());
        } finally {
            nodes.forEach(Node::close);
        }
    }

    /** The step is larger than what this process is behind, so that one allocation would end above all that it has seen. */
    @ParameterizedTest
    @MethodSource("databases")
    void rewoundRowIsNotMovedToNumbersOfOtherNodes(TestDatabase database) {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 100)");
        Node node = Node.on(database);
        try {
            long seen = node.generator().nextId("order");
            database.jdbc().update("UPDATE leaf_alloc SET max_id = 1000000"); // other nodes allocate
            database.jdbc().update("UPDATE leaf_alloc SET max_id = 1, step = 2000"); // an old copy is restored

            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> drawOne(node.generator()))
                    .withMessageContaining("was rewound");
            assertThat(counter(database)).isOne();
            assertThat(seen).isOne();
        } finally {
            node.close();
        }
    }

    private static @Nullable Long counter(TestDatabase database) {
        return database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class);
    }

    private static void check(List<Node> nodes, List<long[]> idsByNode) {
        for (int i = 0; i < GENERATORS; i++) {
            assertThat(idsByNode.get(i)).hasSize(THREADS * IDS_PER_THREAD);
            nodes.get(i).store().assertGranted(idsByNode.get(i));
        }
        RecordingSegmentStore.assertDistinct(
                idsByNode.stream().flatMapToLong(LongStream::of).toArray());
    }

    private static List<long[]> draw(List<Node> nodes) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(GENERATORS * THREADS);
        try {
            List<Callable<long[]>> tasks = new ArrayList<>();
            for (Node node : nodes) {
                for (int i = 0; i < THREADS; i++) {
                    tasks.add(() -> drawOne(node.generator()));
                }
            }
            List<Future<long[]>> drawn = threads.invokeAll(tasks);
            List<long[]> idsByNode = new ArrayList<>();
            for (int node = 0; node < GENERATORS; node++) {
                long[] ids = new long[THREADS * IDS_PER_THREAD];
                for (int i = 0; i < THREADS; i++) {
                    long[] part = drawn.get(node * THREADS + i).get();
                    System.arraycopy(part, 0, ids, i * IDS_PER_THREAD, IDS_PER_THREAD);
                }
                idsByNode.add(ids);
            }
            return idsByNode;
        } finally {
            threads.shutdownNow();
        }
    }

    /** What one thread gets, single ids and batches in turn; each greater than the one before. */
    private static long[] drawOne(SegmentIdGenerator generator) {
        long[] ids = new long[IDS_PER_THREAD];
        int drawn = 0;
        while (drawn < IDS_PER_THREAD) {
            ids[drawn++] = generator.nextId("order");
            int count = Math.min(BATCH, IDS_PER_THREAD - drawn);
            if (count > 0) {
                System.arraycopy(generator.nextIds("order", count), 0, ids, drawn, count);
                drawn += count;
            }
        }
        for (int i = 1; i < ids.length; i++) {
            if (ids[i] <= ids[i - 1]) {
                throw new AssertionError("id " + ids[i] + " came after " + ids[i - 1]);
            }
        }
        return ids;
    }

    private record Node(HikariDataSource pool, RecordingSegmentStore store, SegmentIdGenerator generator) {

        static Node on(TestDatabase database) {
            HikariDataSource pool = database.pool(4);
            RecordingSegmentStore store = new RecordingSegmentStore(new JdbcSegmentStore(
                    pool,
                    database.dialect(),
                    JdbcSegmentStore.DEFAULT_TABLE,
                    SETTINGS.allocation().loadTimeout()));
            SegmentIdGenerator generator = new SegmentIdGenerator(store, SETTINGS, List.of(), null, event -> {});
            generator.start();
            return new Node(pool, store, generator);
        }

        void close() {
            generator.close();
            pool.close();
        }
    }
}
