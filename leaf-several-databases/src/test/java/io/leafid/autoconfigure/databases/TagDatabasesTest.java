package io.leafid.autoconfigure.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.concurrent.Availability.State;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.testing.Postgres;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TestDatabase;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Tags that come from a database of their own. */
@Execution(ExecutionMode.CONCURRENT)
class TagDatabasesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String ROW = "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, ?, ?)";

    private final TestDatabase usual = TestDatabase.h2().with("leaf_alloc");
    private final TestDatabase audits = Postgres.database().with("leaf_alloc");

    @TempDir
    private Path directory;

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSeveralDatabasesAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=30s",
                        "leaf.segment.refresh-interval=100ms",
                        "leaf.segment.state-directory=" + directory,
                        "leaf.tags.audit.database=audits");
    }

    private ApplicationContextRunner runner(TestDatabase ofAudits) {
        return runner().withPropertyValues(of("leaf.jdbc", usual))
                .withPropertyValues(of("leaf.databases.audits", ofAudits));
    }

    private static String[] of(String prefix, TestDatabase database) {
        return new String[] {
            prefix + ".url=" + database.url(),
            prefix + ".username=" + database.user(),
            prefix + ".password=" + database.password()
        };
    }

    @Test
    void tagIsServedByItsDatabaseAndNoOther() {
        usual.jdbc().update(ROW, "order", 1, 100);
        usual.jdbc().update(ROW, "audit", 1, 100);
        audits.jdbc().update(ROW, "audit", 5_001, 100);
        audits.jdbc().update(ROW, "order", 7_001, 100);

        runner(audits).run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            assertThat(ids.nextId("order")).isEqualTo(1);
            assertThat(ids.nextId("audit")).isEqualTo(5_001);
            assertThat(ids.sequence("audit").next()).isEqualTo(5_002);
            assertThat(ids.nextIds("audit", 2)).containsExactly(5_003, 5_004);
            assertThat(ids.status()).extracting(tag -> tag.tag()).containsExactly("audit", "order");
            assertThat(ids.databaseOf("audit")).contains("audits");
            assertThat(ids.databaseOf("order")).isEmpty();
        });
        assertThat(maxId(usual, "audit")).isEqualTo(1);
        assertThat(maxId(audits, "order")).isEqualTo(7_001);
    }

    private static Long maxId(TestDatabase database, String tag) {
        return Objects.requireNonNull(
                database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = ?", Long.class, tag));
    }

    @Test
    void tagWithoutRowIsUnknownAlthoughTheUsualDatabaseHasOne() {
        usual.jdbc().update(ROW, "audit", 1, 100);

        runner(audits)
                .run(context -> assertThatExceptionOfType(UnknownTagException.class)
                        .isThrownBy(() -> context.getBean(IdGenerator.class).nextId("audit")));
    }

    @Test
    void rowIsCreatedInTheDatabaseOfTheTag() {
        runner(audits)
                .withPropertyValues("leaf.segment.auto-create.enabled=true")
                .run(context -> {
                    assertThat(context.getBean(IdGenerator.class).nextId("audit"))
                            .isEqualTo(1);
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                });
        assertThat(count(audits)).isEqualTo(1);
        assertThat(count(usual)).isEqualTo(1);
    }

    private static Integer count(TestDatabase database) {
        return Objects.requireNonNull(database.jdbc().queryForObject("SELECT COUNT(*) FROM leaf_alloc", Integer.class));
    }

    @Test
    void tableIsCreatedInEachDatabase() {
        TestDatabase empty = TestDatabase.h2();
        runner(empty).run(context -> assertThat(context).hasNotFailed());
        assertThat(count(empty)).isZero();
    }

    @Test
    void dataSourceBeanLeadsToTheDatabase() {
        audits.jdbc().update(ROW, "audit", 5_001, 100);
        runner().withBean("auditPool", DataSource.class, () -> audits.pool(1))
                .withPropertyValues(of("leaf.jdbc", usual))
                .withPropertyValues("leaf.databases.audits.bean=auditPool")
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextId("audit"))
                        .isEqualTo(5_001));
    }

    @Test
    void databasesAddNoDataSourceThatTheApplicationWouldFind() {
        runner().withBean(SegmentStore.class, InMemorySegmentStore::new)
                .withPropertyValues(of("leaf.databases.audits", audits))
                .run(context -> assertThat(context).doesNotHaveBean(DataSource.class));
    }

    @Test
    void storeOfTheApplicationServesTheOtherTags() {
        audits.jdbc().update(ROW, "audit", 5_001, 100);
        InMemorySegmentStore own = new InMemorySegmentStore();
        own.put("order", 1, 100);
        runner().withBean(SegmentStore.class, () -> own)
                .withPropertyValues(of("leaf.databases.audits", audits))
                .run(context -> {
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                    assertThat(context.getBean(IdGenerator.class).nextId("audit"))
                            .isEqualTo(5_001);
                });
    }

    @Test
    void highestIdsAreNotedForEachDatabaseByItself() {
        usual.jdbc().update(ROW, "order", 1, 100);
        audits.jdbc().update(ROW, "audit", 5_001, 100);
        runner(audits).run(context -> {
            context.getBean(IdGenerator.class).nextId("order");
            context.getBean(IdGenerator.class).nextId("audit");
        });
        assertThat(directory.resolve("segment-tags.txt")).content().doesNotContain("audit");
        assertThat(directory.resolve("segment-tags-audits.txt")).content().contains("audit", "postgresql");

        audits.jdbc().update("UPDATE leaf_alloc SET max_id = 1 WHERE biz_tag = 'audit'");
        runner(audits).run(context -> {
            IdGenerator ids = context.getBean(IdGenerator.class);
            assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> ids.nextId("audit"));
            assertThat(ids.nextId("order")).isLessThan(1_000);
        });
    }

    @Test
    void databaseThatIsAwayStopsNeitherTheStartNorOtherTagsAndComesBackByItself() throws Exception {
        usual.jdbc().update(ROW, "order", 1, 100);
        audits.jdbc().update(ROW, "audit", 5_001, 100);
        int port;
        try (TcpProxy line = new TcpProxy(portOf(audits))) {
            port = line.port();
        }
        runner(behind(port)).run(context -> {
            assertThat(context).hasNotFailed();
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            assertThat(ids.nextId("order")).isEqualTo(1);
            assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> ids.nextId("audit"));
            assertThat(ids.storeStatus().state()).isEqualTo(State.UP);
            assertThat(ids.databases().get(0).status().state()).isEqualTo(State.DOWN);
            assertThat(ids.databases().get(0).status().reason()).isEqualTo("connection refused");

            try (TcpProxy back = new TcpProxy(portOf(audits), port)) {
                await().atMost(PATIENCE).ignoreExceptions().until(() -> ids.nextId("audit") >= 5_001);
                await().atMost(PATIENCE)
                        .until(() -> ids.databases().get(0).status().state() == State.UP);
                assertThat(back.port()).isEqualTo(port);
            }
        });
    }

    private static int portOf(TestDatabase database) {
        return URI.create(database.url().substring("jdbc:".length())).getPort();
    }

    private TestDatabase behind(int port) {
        return audits.withUrl(audits.url().replace(":" + portOf(audits) + "/", ":" + port + "/"));
    }

    @Test
    void usualDatabaseMayBeAwayAtStartWhileAnotherAnswers() throws Exception {
        audits.jdbc().update(ROW, "audit", 5_001, 100);
        int port;
        try (TcpProxy line = new TcpProxy(1)) {
            port = line.port();
        }
        runner().withPropertyValues(of("leaf.jdbc", behind(port)))
                .withPropertyValues(of("leaf.databases.audits", audits))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(IdGenerator.class).nextId("audit"))
                            .isEqualTo(5_001);
                });
    }

    @Test
    void startFailsWhenNoDatabaseAnswers() throws Exception {
        int port;
        try (TcpProxy line = new TcpProxy(1)) {
            port = line.port();
        }
        runner().withPropertyValues(of("leaf.jdbc", behind(port)))
                .withPropertyValues(of("leaf.databases.audits", behind(port)))
                .withPropertyValues("leaf.segment.load-timeout=1s")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("Leaf cannot reach jdbc:postgresql:")
                        .hasStackTraceContaining("Leaf cannot reach database 'audits' (jdbc:postgresql:"));
    }

    @Test
    void databaseThatAnswersAndHasNoTableStopsTheStart() {
        TestDatabase empty = Postgres.database();
        runner(empty)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(LeafStartException.class.getName())
                        .hasStackTraceContaining(
                                "there is no table 'leaf_alloc' in database 'audits' (jdbc:postgresql:"));
    }

    @Test
    void hangingDatabaseHoldsUpNoTagOfAnother() throws Exception {
        usual.jdbc().update(ROW, "order", 1, 10);
        try (TcpProxy line = new TcpProxy(portOf(audits))) {
            List<String> tags = IntStream.range(0, 30).mapToObj(i -> "t" + i).toList();
            ApplicationContextRunner runner = runner(behind(line.port()));
            for (String tag : tags) {
                audits.jdbc().update(ROW, tag, 1, 10);
                runner = runner.withPropertyValues("leaf.tags." + tag + ".database=audits");
            }
            runner.run(context -> {
                IdGenerator ids = context.getBean(IdGenerator.class);
                tags.forEach(ids::nextId);
                line.silence(TcpProxy.Direction.TO_CLIENT);
                ExecutorService callers = Executors.newFixedThreadPool(tags.size());
                try {
                    List<CompletableFuture<Void>> hanging = tags.stream()
                            .map(tag -> CompletableFuture.runAsync(() -> ids.nextIds(tag, 1_000), callers))
                            .toList();
                    await().atMost(PATIENCE)
                            .until(() -> context.getBean(SegmentIdGenerator.class).status().stream()
                                                    .filter(tag -> tag.waits().waiting() > 0)
                                                    .count()
                                            > 20
                                    || hanging.stream().anyMatch(CompletableFuture::isDone));
                    for (int i = 0; i < 50; i++) {
                        assertThat(ids.nextIds("order", 10)).hasSize(10);
                    }
                } finally {
                    line.heal();
                    callers.shutdownNow();
                }
            });
        }
    }
}
