package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.xfvape.uid.impl.CachedUidGenerator;
import com.xfvape.uid.impl.DefaultUidGenerator;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page docs/run/migration/baidu.md, step by step, under load, with the library itself. */
@Timeout(600)
class BaiduMigrationIT {

    private static final String EPOCH = "2016-09-20";
    private static final String EARLIER = "2015-09-19";
    private static final String FIRST = "6060000000000000000";

    private final MigrationPage page = MigrationPage.read("baidu.md");

    private static Stream<TestDatabase> databases() {
        return Stream.concat(Stream.of(MariaDb.database()), TestDatabases.mySql());
    }

    /** A node with the settings of the page, without the table that numbers the nodes. */
    private static LongSupplier node(DefaultUidGenerator generator, long workerId, String epoch) throws Exception {
        generator.setTimeBits(29);
        generator.setWorkerBits(21);
        generator.setSeqBits(13);
        generator.setEpochStr(epoch);
        generator.setWorkerIdAssigner(() -> workerId);
        generator.afterPropertiesSet();
        return generator::getUID;
    }

    @ParameterizedTest
    @MethodSource("databases")
    void segmentsBeginAboveUnderLoadAndBack(TestDatabase database) throws Exception {
        CachedUidGenerator cached = new CachedUidGenerator();
        CachedUidGenerator later = new CachedUidGenerator();
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.createOrders();
            Writers one = scene.writes("old", node(new DefaultUidGenerator(), 1, EPOCH));
            Writers other = scene.writes("old", node(cached, 2, EPOCH));
            one.awaitMore(MigrationScene.SOME);
            other.awaitMore(MigrationScene.SOME);
            assertThat(LocalDate.parse(EPOCH).atStartOfDay().toEpochSecond(ZoneOffset.UTC))
                    .as("the number in the statements, which is that of UTC as is this machine")
                    .isEqualTo(1_474_329_600);
            assertThat(((Number) page.check(scene.jdbc, 1).get(0).get("seconds_ahead")).longValue())
                    .isBetween(-60L, 60L);
            page.run(scene.jdbc, 2);
            Map<String, Object> gap = page.check(scene.jdbc, 2).get(0);
            assertThat(((Number) gap.get("days")).longValue()).isBetween(365L, 366L);
            String first = gap.get("max_id").toString();

            Writers ours = scene.ours();
            ours.awaitMore(MigrationScene.SOME);
            one.awaitMore(MigrationScene.SOME);
            other.awaitMore(MigrationScene.SOME);
            assertThat(page.with(Map.of(FIRST, first))
                            .check(scene.jdbc, 3)
                            .get(0)
                            .get("days"))
                    .satisfies(days -> assertThat(((Number) days).longValue()).isBetween(365L, 366L));

            one.close();
            ours.close(); // back: as they were, then above Leaf's ids
            other.awaitMore(MigrationScene.SOME);
            Writers moved = scene.writes("moved", node(later, 3, EARLIER));
            moved.awaitMore(MigrationScene.SOME);
            other.awaitMore(MigrationScene.SOME);
            page.back(scene.jdbc, 3);
            assertThat(scene.number("SELECT MIN(id) FROM shop_order WHERE item = 'moved'"))
                    .isGreaterThan(scene.number("SELECT MAX(id) FROM shop_order WHERE item = 'new'"));
            scene.assertNothingLostOrTwice();
        } finally {
            cached.destroy();
            later.destroy();
        }
    }
}
