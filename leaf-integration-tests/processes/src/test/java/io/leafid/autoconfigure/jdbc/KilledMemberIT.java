package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.databases.LeafSeveralDatabasesAutoConfiguration;
import io.leafid.concurrent.Availability.State;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** One of two databases that grant ids by turns is killed: tags that were not used before come from the other one, as if nothing had happened. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledMemberIT {

    private static final Logger logger = LoggerFactory.getLogger(KilledMemberIT.class);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int TAGS = 15;

    private final MariaDbServer doomed = MariaDbServer.start();
    private final MariaDbServer other = MariaDbServer.start();
    private final TestDatabase a = doomed.newDatabase();
    private final TestDatabase b = other.newDatabase();
    private final ExecutorService callers = Executors.newFixedThreadPool(TAGS + 1);
    private final AtomicBoolean ended = new AtomicBoolean();

    @AfterEach
    void stop() {
        ended.set(true);
        callers.shutdownNow();
        doomed.close();
        other.close();
    }

    private ApplicationContextRunner node() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSeveralDatabasesAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.databases=a,b",
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.auto-create.step=20");
    }

    @Test
    void noCallFailsWithPoolsOfUrls() {
        assertNoCallFails(withUrls());
    }

    private ApplicationContextRunner withUrls() {
        return node().withPropertyValues(
                        "leaf.databases.a.url=" + a.url(),
                        "leaf.databases.a.username=" + a.user(),
                        "leaf.databases.b.url=" + b.url(),
                        "leaf.databases.b.username=" + b.user());
    }

    @Test
    void noCallFailsWithPoolsDerivedFromBeans() {
        assertNoCallFails(node().withBean("first", DataSource.class, () -> pool(a))
                .withBean("second", DataSource.class, () -> pool(b))
                .withPropertyValues("leaf.databases.a.bean=first", "leaf.databases.b.bean=second"));
    }

    private static DataSource pool(TestDatabase database) {
        return DataSourceBuilder.create()
                .url(database.url())
                .username(database.user())
                .password(database.password())
                .build();
    }

    /** The tags are there, and this process has used none of them but one. */
    private void assertNoCallFails(ApplicationContextRunner application) {
        application.run(context -> tags().forEach(tag -> ids(context).nextId(tag)));
        application.run(context -> {
            SegmentIdGenerator ids = ids(context);
            List<Exception> failures = new CopyOnWriteArrayList<>();
            CompletableFuture<?> warm = CompletableFuture.runAsync(() -> draw(ids, failures), callers);
            awaitBothUp(ids);
            pause(Duration.ofSeconds(1)); // longer than a pool trusts a connection without a look

            doomed.kill();
            for (String tag : tags().subList(0, TAGS)) {
                long begin = System.nanoTime();
                assertThat(ids.nextId(tag) % 2).as("of the other one").isOne();
                logger.info("{}: {} ms", tag, (System.nanoTime() - begin) / 1_000_000);
                pause(Duration.ofMillis(400)); // so that the killed one is tried again by some of them
            }
            List<CompletableFuture<Long>> atOnce = tags().subList(TAGS, 2 * TAGS).stream()
                    .map(tag -> CompletableFuture.supplyAsync(() -> ids.nextId(tag), callers))
                    .toList();
            assertThat(atOnce)
                    .allSatisfy(
                            id -> assertThat(id.get(1, TimeUnit.MINUTES) % 2).isOne());
            assertThat(ids.databases().get(0).status().reason()).contains("connection refused");

            ended.set(true);
            warm.get(1, TimeUnit.MINUTES);
            assertThat(failures).isEmpty();
        });
    }

    private static void awaitBothUp(SegmentIdGenerator ids) {
        await().atMost(PATIENCE)
                .until(() ->
                        ids.databases().stream().allMatch(each -> each.status().state() == State.UP));
    }

    private static List<String> tags() {
        return IntStream.range(0, 2 * TAGS).mapToObj(i -> "tag-" + i).toList();
    }

    private static SegmentIdGenerator ids(AssertableApplicationContext context) {
        return context.getBean(SegmentIdGenerator.class);
    }

    private static void pause(Duration pause) {
        LockSupport.parkNanos(pause.toNanos());
    }

    private void draw(SegmentIdGenerator ids, List<Exception> failures) {
        while (!ended.get()) {
            try {
                ids.nextId("warm");
            } catch (RuntimeException ex) {
                failures.add(ex);
            }
            pause(Duration.ofMillis(5));
        }
    }
}
