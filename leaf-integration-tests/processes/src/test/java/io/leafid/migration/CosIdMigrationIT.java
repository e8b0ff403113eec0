package io.leafid.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.test.RecordingIdGenerator;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import io.leafid.textid.LeafTexts;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import io.leafid.time.TimeSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import me.ahoo.cosid.IdConverter;
import me.ahoo.cosid.converter.PrefixIdConverter;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.segment.DefaultSegmentId;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The sections of docs/run/migration/cosid.md on segments and texts, under load, with CosId's own generators. */
@Timeout(600)
class CosIdMigrationIT {

    /** A stand-in of CosId's distributor on a table, which its build has not where ours finds it. Thread-safe. */
    private record TableDistributor(JdbcTemplate jdbc, TransactionTemplate transactions)
            implements IdSegmentDistributor {

        private static TableDistributor of(DataSource database) {
            return new TableDistributor(
                    new JdbcTemplate(database), new TransactionTemplate(new DataSourceTransactionManager(database)));
        }

        @Override
        public String getNamespace() {
            return "shop";
        }

        @Override
        public String getName() {
            return "order";
        }

        @Override
        public long getStep() {
            return 100;
        }

        @Override
        public long nextMaxId(long step) {
            Long max = transactions.execute(status -> {
                jdbc.update(
                        "update cosid set last_max_id=(last_max_id + ?),last_fetch_time=unix_timestamp() where name = ?",
                        step,
                        getNamespacedName());
                return jdbc.queryForObject(
                        "select last_max_id from cosid where name = ?", Long.class, getNamespacedName());
            });
            return Objects.requireNonNull(max);
        }
    }

    private static Stream<TestDatabase> databases() {
        return Stream.concat(Stream.of(MariaDb.database()), TestDatabases.mySql());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void segmentsMoveUnderLoadAndBack(TestDatabase database) throws Exception {
        try (MigrationScene scene = new MigrationScene(database)) {
            scene.createOrders();
            scene.jdbc.execute(
                    "CREATE TABLE cosid (name VARCHAR(100) PRIMARY KEY, last_max_id BIGINT UNSIGNED NOT NULL,"
                            + " last_fetch_time BIGINT UNSIGNED NOT NULL) ENGINE = InnoDB");
            scene.jdbc.update("INSERT INTO cosid (name, last_max_id, last_fetch_time) VALUES ('shop.order', 0, 0)");
            IdSegmentDistributor distributor = TableDistributor.of(database.unpooled());

            scene.moveByGap(
                    MigrationPage.read("cosid.md", "Segments"),
                    scene.writes("old", new SegmentChainId(distributor)::generate),
                    scene.writes("old", new DefaultSegmentId(distributor)::generate));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 61, 62, 5_000_001, 1L << 53, Long.MAX_VALUE})
    void textsOfLeafsPatternAreThoseOfTheConverters(long id) {
        String pattern =
                MigrationPage.read("cosid.md", "Texts").settings(0, "Do").get("leaf.tags.order.text");
        IdConverter converter = new PrefixIdConverter("ORD-", Radix62IdConverter.PAD_START);

        TextSettings settings = new TextSettings(
                TextPattern.of(Objects.requireNonNull(pattern)), TextPeriod.NONE, ZoneOffset.UTC, 1_000);
        LeafTexts texts = new LeafTexts(
                Map.of("order", settings), () -> new RecordingIdGenerator(id), () -> null, TimeSource.system());

        String text = texts.nextText("order");

        assertThat(text).isEqualTo(converter.asString(id));
        assertThat(converter.asLong(text)).isEqualTo(id);
    }
}
