package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.CapturedLog;
import io.leafid.testing.DatabaseServer;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.MySqlServer;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;

/** What real servers say of the settings by which they lose commits. */
class LossySettingsIT {

    private static final TableName TABLE = new TableName("ids.leaf_alloc");
    private static final String BEGIN = "the database of table ids.leaf_alloc can lose what it has committed last: ";
    private static final String END = "; ids come again";

    @Test
    void mariaDbNamesEachSettingItsValueAndWhatLosesCommits() {
        try (MariaDbServer server = MariaDbServer.start()) {
            JdbcTemplate jdbc = namesEachSetting(server);

            jdbc.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 3");
            assertThat(warnings(server)).as("as safe as 1").isEmpty();
            jdbc.execute("SET GLOBAL rpl_semi_sync_master_enabled = ON");
            assertThat(warnings(server))
                    .containsExactly(BEGIN + "rpl_semi_sync_master_timeout=10000"
                            + " (a fail-over after so many milliseconds without a replica)" + END);
            jdbc.execute("SET GLOBAL rpl_semi_sync_master_timeout = 4294967295");
            assertThat(warnings(server)).as("it is waited for").isEmpty();
        }
    }

    @Test
    void settingOfTheBinaryLogMeansNothingWhereThereIsNone() {
        try (MariaDbServer server = MariaDbServer.start("--skip-log-bin", "--innodb-flush-log-at-trx-commit=1")) {
            assertThat(warnings(server)).isEmpty();
        }
    }

    @Test
    @EnabledIf("io.leafid.testing.MySqlServer#isThere")
    void mySqlNamesEachSettingItsValueAndWhatLosesCommits() {
        try (MySqlServer server = MySqlServer.start()) {
            namesEachSetting(server);
        }
    }

    private static JdbcTemplate namesEachSetting(DatabaseServer server) {
        JdbcTemplate jdbc = server.newDatabase().jdbc();
        assertThat(warnings(server))
                .containsExactly(BEGIN + "innodb_flush_log_at_trx_commit=2 (a crash of its machine),"
                        + " sync_binlog=0 (a crash of its machine)" + END);
        assertThat(name(server))
                .matches(".+ since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d")
                .isEqualTo(name(server));

        jdbc.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 0");
        jdbc.execute("SET GLOBAL sync_binlog = 1");
        assertThat(warnings(server))
                .containsExactly(BEGIN + "innodb_flush_log_at_trx_commit=0 (a crash of the server)" + END);

        jdbc.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        assertThat(warnings(server)).isEmpty();
        return jdbc;
    }

    @Test
    void postgresNamesTheSettingItsValueAndWhatLosesCommits() {
        TestDatabase database = Postgres.database();
        assertThat(warnings(database)).containsExactly(BEGIN + "fsync=off (a crash of its machine)" + END);
        assertThat(name(database)).matches(".+ since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{6}");
    }

    @Test
    void databaseThatIsNoServerHasNoSuchSettings() {
        assertThat(warnings(TestDatabase.h2())).isEmpty();
    }

    private static String name(DatabaseServer server) {
        return name(server.newDatabase());
    }

    private static String name(TestDatabase database) {
        List<String> runs = database.dialect().counters().serverRuns();
        try {
            return name(database, runs.get(0));
        } catch (BadSqlGrammarException ex) { // MySQL has its status elsewhere than MariaDB
            return name(database, runs.get(1));
        }
    }

    private static String name(TestDatabase database, String run) {
        return String.valueOf(database.jdbc().queryForObject("SELECT " + run, String.class));
    }

    private static List<String> warnings(DatabaseServer server) {
        return warnings(server.newDatabase());
    }

    private static List<String> warnings(TestDatabase database) {
        try (CapturedLog log = new CapturedLog(LossySettings.class.getName())) {
            new LossySettings(
                            new OwnStatements(database.unpooled(), database.dialect(), Duration.ofMinutes(1)),
                            database.dialect())
                    .warn(TABLE, "ids come again");
            return log.warnings();
        }
    }
}
