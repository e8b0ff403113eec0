package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * The database stops in the middle of its work, for longer than Leaf's pool and an allocation may take, and goes on with all that
 * was sent to it meanwhile, while the application keeps asking for ids of several tags.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MariaDbFrozenIT {

    private static final Logger logger = LoggerFactory.getLogger(MariaDbFrozenIT.class);

    private static final int STEP = 1_000;
    private static final List<String> TAGS =
            IntStream.range(0, 5).mapToObj(i -> "tag-" + i).toList();
    private static final Duration OUTAGE = Duration.ofSeconds(15); // the pool and allocations give up after five
    private static final Duration RECOVERY = Duration.ofMinutes(2);

    private final MariaDbServer server = MariaDbServer.start();
    private final ExecutorService callers = Executors.newFixedThreadPool(TAGS.size());
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Map<String, AtomicInteger> failures = new TreeMap<>();

    @AfterEach
    void stop() {
        callers.shutdownNow();
        server.close();
    }

    @Test
    void atMostOneLateAllocationOfATagIsBurntHoweverManyWereTriedMeanwhile() {
        TestDatabase database = server.newDatabase().with("leaf_alloc");
        TAGS.forEach(tag -> {
            failures.put(tag, new AtomicInteger());
            database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?)", tag, STEP);
        });
        application(database).run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            TAGS.forEach(tag -> callers.execute(() -> draw(ids, tag)));
            await().atMost(RECOVERY).until(() -> TAGS.stream().allMatch(tag -> issued(ids, tag) > 10 * STEP));

            server.freeze();
            await().atMost(RECOVERY).until(() -> failures.values().stream().allMatch(count -> count.get() > 0));
            await().pollDelay(OUTAGE).atMost(OUTAGE.multipliedBy(2)).until(() -> true);
            Map<String, Long> attempted = new TreeMap<>();
            TAGS.forEach(tag ->
                    attempted.put(tag, (long) status(ids, tag).allocations().failuresInARow()));
            server.thaw();

            TAGS.forEach(tag -> {
                long before = issued(ids, tag);
                await().atMost(RECOVERY).until(() -> issued(ids, tag) > before + 10 * STEP);
            });
            ended.set(true);
            callers.shutdown();
            assertThat(callers.awaitTermination(RECOVERY.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            await().atMost(RECOVERY)
                    .untilAsserted(() -> TAGS.forEach(tag -> assertThat(burnt(database, ids, tag))
                            .as("discarded of %s", tag)
                            .isBetween(0L, (long) STEP)));
            TAGS.forEach(tag -> logger.info(
                    "{}: {} failed attempts in a row, {} failed calls, {} numbers discarded",
                    tag,
                    attempted.get(tag),
                    failures.get(tag),
                    burnt(database, ids, tag)));
            assertThat(attempted.values()).as("attempts in the outage").allMatch(count -> count >= 2);
        });
    }

    private static ApplicationContextRunner application(TestDatabase database) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "leaf.segment.enabled=true",
                        "leaf.segment.max-step=" + STEP);
    }

    private void draw(SegmentIdGenerator ids, String tag) {
        while (!ended.get()) {
            try {
                ids.nextId(tag);
            } catch (SegmentUnavailableException ex) {
                Objects.requireNonNull(failures.get(tag)).incrementAndGet();
            }
        }
    }

    private static SegmentTagStatus status(SegmentIdGenerator ids, String tag) {
        return ids.status(tag).orElseThrow();
    }

    private static long issued(SegmentIdGenerator ids, String tag) {
        return ids.status(tag).map(status -> status.traffic().issued()).orElse(0L);
    }

    /** Numbers that the row has granted and that were neither handed out nor are reserved. */
    private static long burnt(TestDatabase database, SegmentIdGenerator ids, String tag) {
        Long maxId = database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = ?", Long.class, tag);
        SegmentTagStatus status = status(ids, tag);
        return Objects.requireNonNull(maxId)
                - 1
                - status.traffic().issued()
                - status.reserve().unused();
    }
}
