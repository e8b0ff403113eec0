package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.druid.pool.DruidDataSource;
import io.leafid.jdbc.LossySettings;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.CapturedLog;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Druid's firewall parses each statement, and refuses what it does not know or takes for an attack. */
class DruidWallTest {

    static Stream<TestDatabase> databases() {
        return Stream.of(MariaDb.database(), MariaDb.withConnectorJ(MariaDb.database()), Postgres.database());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void firewallTakesAllStatements(TestDatabase database) throws SQLException {
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step, update_time)"
                        + " VALUES ('order', 1, 10, TIMESTAMP '2001-01-01 00:00:00')");
        try (CapturedLog log = new CapturedLog(LossySettings.class.getName());
                DruidDataSource pool = new DruidDataSource()) {
            pool.setUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setFilters("stat,wall");
            JdbcSegmentStore store = new JdbcSegmentStore(
                    pool,
                    database.dialect(),
                    JdbcSegmentStore.DEFAULT_TABLE,
                    Duration.ofSeconds(30),
                    new FailoverPolicy(1_000, event -> {}, TimeSource.system()));

            assertThat(store.create("payment", 10, 1)).isTrue();
            assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
            assertThat(store.allocate("order", new Lift(10, 0, 100, Long.MAX_VALUE))
                            .first())
                    .isEqualTo(100);
            assertThat(store.findAll()).hasSize(2);
            assertThat(store.find("order")).isPresent();
            database.jdbc().update("UPDATE leaf_alloc SET update_time = TIMESTAMP '2001-01-01 00:00:00'");
            assertThat(store.giveBack("order", 100, 110)).isTrue();
            assertThat(log.warnings()).singleElement().asString().contains("can lose what it has committed last: ");
        }
    }
}
