package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import cn.hutool.core.lang.Snowflake;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import io.leafid.SnowflakeLayout;
import io.leafid.testing.MariaDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import me.ahoo.cosid.CosId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.apache.shardingsphere.infra.algorithm.keygen.snowflake.SnowflakeKeyGenerateAlgorithm;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages below docs/run/migration on snowflakes of other libraries, step by step, under load, with the libraries themselves. */
@Timeout(600)
class SnowflakesMigrationIT {

    private static final Duration OF_CLOCKS = Duration.ofSeconds(1);
    private static final String TWITTER_PAGE = "twitter-snowflakes.md";
    private static final String START_AFTER = "leaf.snowflake.start-after";
    private static final int DATACENTER = 3;
    private static final int WORKER = 1;
    private static final int WORKER_ID = DATACENTER << 5 | WORKER;
    private static final int OF_RANGE = 600;

    @TempDir
    private Path state;

    /** The generators that the pages name. */
    enum Source {
        HUTOOL(TWITTER_PAGE, "", SnowflakeLayout.DEFAULT.epochMillis(), WORKER_ID) {
            @Override
            LongSupplier open() {
                return new Snowflake(WORKER, DATACENTER)::nextId;
            }
        },
        MYBATIS_PLUS(TWITTER_PAGE, "", SnowflakeLayout.DEFAULT.epochMillis(), WORKER_ID) {
            @Override
            LongSupplier open() {
                return new Sequence(WORKER, DATACENTER)::nextId;
            }
        },
        /** By the stand-in of the original, which has Twitter's layout. */
        TWITTER(TWITTER_PAGE, "", SnowflakeLayout.DEFAULT.epochMillis(), WORKER_ID) {
            @Override
            LongSupplier open() {
                return OldNode.silent(WORKER_ID, () -> {});
            }
        },
        COSID("cosid.md", "Snowflake", CosId.COSID_EPOCH, WORKER_ID) {
            @Override
            LongSupplier open() {
                return new MillisecondSnowflakeId(WORKER_ID)::generate;
            }
        },
        SHARDINGSPHERE("shardingsphere.md", "", midnight(ZoneId.systemDefault()).toEpochMilli(), 0) {
            @Override
            MigrationPage page() {
                return super.page()
                        .with(Map.of(
                                midnight(ZoneId.of("Asia/Shanghai")).toString(),
                                Instant.ofEpochMilli(super.epoch).toString()));
            }

            @Override
            LongSupplier open() {
                SnowflakeKeyGenerateAlgorithm algorithm = new SnowflakeKeyGenerateAlgorithm();
                algorithm.init(new Properties());
                return () -> algorithm.generateKeys(null, 1).iterator().next();
            }
        };

        private final String file;
        private final String section;
        private final long epoch;
        private final int workerId;

        Source(String file, String section, long epoch, int workerId) {
            this.file = file;
            this.section = section;
            this.epoch = epoch;
            this.workerId = workerId;
        }

        private static Instant midnight(ZoneId zone) {
            return LocalDate.of(2016, 11, 1).atStartOfDay(zone).toInstant();
        }

        abstract LongSupplier open();

        MigrationPage page() {
            return MigrationPage.read(file, section);
        }

        /** Requires that step 1 shows just these worker ids, each used up to a moment ago. */
        private void look(MigrationScene scene, Integer... workerIds) {
            List<Map<String, Object>> rows = page().check(scene.jdbc, 1);
            assertThat(rows)
                    .extracting(row -> ((Number) row.get("worker_id")).intValue())
                    .containsExactlyInAnyOrder(workerIds);
            assertThat(rows).allSatisfy(row -> {
                long millis = ((Number) row.get("used_up_to")).longValue();
                assertThat(Instant.ofEpochMilli((this == SHARDINGSPHERE) ? epoch + millis : millis))
                        .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
            });
        }
    }

    /** The settings of step 2 of the page, and what a test has of its own; with the range of the page, or with the whole one. */
    private Map<String, String> settings(Source source, int workerId) {
        Map<String, String> settings = new TreeMap<>(source.page().settings(2, "Do"));
        assertThat(settings.getOrDefault(
                        "leaf.snowflake.epoch", SnowflakeLayout.DEFAULT.epoch().toString()))
                .isEqualTo(Instant.ofEpochMilli(source.epoch).toString());
        if (workerId != OF_RANGE) {
            settings.remove("leaf.snowflake.worker-ids");
        }
        settings.put("leaf.snowflake.mode", "local");
        settings.put("leaf.snowflake.local.worker-id", Integer.toString(workerId));
        settings.put("leaf.snowflake.host", "10.0.0.7");
        settings.put("leaf.snowflake.port", "8080");
        settings.put("leaf.snowflake.state-directory", state.toString());
        return settings;
    }

    private static MigrationScene scene() {
        MigrationScene scene = new MigrationScene(MariaDb.database());
        scene.createOrders();
        return scene;
    }

    @ParameterizedTest
    @EnumSource
    void nodesOfOtherWorkerIdsRunSideBySide(Source source) throws Exception {
        try (MigrationScene scene = scene()) {
            Writers old = scene.writes("old", source.open());
            old.awaitMore(MigrationScene.SOME);
            source.look(scene, source.workerId);
            Map<String, String> settings = settings(source, OF_RANGE);
            LeafNode.awaitGood(settings);
            try (LeafNode ours = LeafNode.start(settings)) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                old.awaitMore(MigrationScene.SOME);
                source.look(scene, source.workerId, OF_RANGE);
                old.close();
                ofOurs.awaitMore(MigrationScene.SOME);

                Writers back = scene.writes("back", source.open());
                back.awaitMore(MigrationScene.SOME);
                ofOurs.close();
                back.awaitMore(MigrationScene.SOME);
            }
            scene.assertNothingLostOrTwice();
        }
    }

    /** Old and new nodes have the same worker id, so that only time keeps them apart. */
    @ParameterizedTest
    @EnumSource
    void nodesOfTheSameWorkerIdsRunOneAfterTheOther(Source source) throws Exception {
        try (MigrationScene scene = scene()) {
            LongSupplier library = source.open();
            Writers old = scene.writes("old", library);
            old.awaitMore(MigrationScene.SOME);
            Map<String, String> settings = settings(source, source.workerId);
            LeafNode.awaitGood(settings);

            old.close();
            assertThat(source.page().settings(4, "Do")).containsOnlyKeys(START_AFTER);
            settings.put(START_AFTER, Instant.now().plus(OF_CLOCKS).toString());
            try (LeafNode ours = LeafNode.start(settings)) {
                Writers ofOurs = scene.writes("new", ours);
                ofOurs.awaitMore(MigrationScene.SOME);
                ofOurs.close();
            }
            assertAbove(scene, "new", "old");

            await().pollDelay(OF_CLOCKS).until(() -> true); // the way back
            Writers again = scene.writes("again", library);
            again.awaitMore(MigrationScene.SOME);
            again.close();
            assertAbove(scene, "again", "new");
            scene.assertNothingLostOrTwice();
        }
    }

    private static void assertAbove(MigrationScene scene, String later, String earlier) {
        String of = "SELECT %s(id) FROM shop_order WHERE item = '%s'";
        assertThat(scene.number(of.formatted("MIN", later)))
                .as(later)
                .isGreaterThan(scene.number(of.formatted("MAX", earlier)));
    }
}
