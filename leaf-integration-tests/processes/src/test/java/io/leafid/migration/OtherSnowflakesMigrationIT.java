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
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import me.ahoo.cosid.CosId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The page docs/run/migration/other-snowflakes.md, step by step, under load, with the libraries themselves. Old and new nodes have the
 * same worker id, so that only time keeps them apart.
 */
@Timeout(600)
class OtherSnowflakesMigrationIT {

    private static final Duration OF_CLOCKS = Duration.ofSeconds(1);
    private static final int DATACENTER = 3;
    private static final int WORKER = 1;
    private static final int WORKER_ID = DATACENTER << 5 | WORKER;

    @TempDir
    private Path state;

    private final MigrationPage page = MigrationPage.read("other-snowflakes.md");

    /** The generators that the page has an epoch of. */
    enum Source {
        HUTOOL(SnowflakeLayout.DEFAULT.epochMillis()) {
            @Override
            LongSupplier open() {
                return new Snowflake(WORKER, DATACENTER)::nextId;
            }
        },
        MYBATIS_PLUS(SnowflakeLayout.DEFAULT.epochMillis()) {
            @Override
            LongSupplier open() {
                return new Sequence(WORKER, DATACENTER)::nextId;
            }
        },
        COSID(CosId.COSID_EPOCH) {
            @Override
            LongSupplier open() {
                return new MillisecondSnowflakeId(WORKER_ID)::generate;
            }
        };

        private final long epoch;

        Source(long epoch) {
            this.epoch = epoch;
        }

        SnowflakeLayout layout() {
            return new SnowflakeLayout(epoch, 41, 10, 12);
        }

        abstract LongSupplier open();
    }

    /** The settings of a step of the page for a source. */
    private Map<String, String> settings(Source source, int step) {
        Map<String, String> settings = new TreeMap<>(page.settings(2, "Do"));
        if (source == Source.COSID) {
            assertThat(settings)
                    .containsEntry(
                            "leaf.snowflake.epoch",
                            Instant.ofEpochMilli(CosId.COSID_EPOCH).toString());
        } else {
            settings.remove("leaf.snowflake.epoch");
        }
        if (step == 3) {
            assertThat(page.settings(3, "Do")).containsOnlyKeys("leaf.snowflake.start-after");
            settings.put(
                    "leaf.snowflake.start-after", Instant.now().plus(OF_CLOCKS).toString());
        }
        settings.put("leaf.name", "orders");
        settings.put("leaf.snowflake.enabled", "true");
        settings.put("leaf.snowflake.mode", "local");
        settings.put("leaf.snowflake.local.worker-id", Integer.toString(WORKER_ID));
        settings.put("leaf.snowflake.host", "10.0.0.7");
        settings.put("leaf.snowflake.port", "8080");
        settings.put("leaf.snowflake.state-directory", state.toString());
        return settings;
    }

    @ParameterizedTest
    @EnumSource
    void nodesAreReplacedAndPutBack(Source source) throws Exception {
        try (MigrationScene scene = new MigrationScene(MariaDb.database())) {
            scene.jdbc.execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY, item VARCHAR(20))");
            LongSupplier library = source.open();
            Writers old = scene.writes("old", library);
            old.awaitMore(MigrationScene.SOME);
            Object largest =
                    page.check(scene.jdbc, 1).get(0).values().iterator().next();
            assertThat(source.layout().unpack((Long) largest)).satisfies(parts -> {
                assertThat(parts.workerId()).isEqualTo(WORKER_ID);
                assertThat(parts.timestamp()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
            });
            LeafNode.awaitGood(settings(source, 2));

            old.close();
            try (LeafNode ours = LeafNode.start(settings(source, 3))) {
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
