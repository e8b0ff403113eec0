package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.MySql;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** A user with the rights of docs/run/database.md and no other. MariaDB's server of the tests asks for none. */
class LeastRightsIT {

    private static final String PASSWORD = "Leaf-1-secret";

    @TempDir
    private Path state;

    static Stream<TestDatabase> databases() {
        return MySql.isThere() ? Stream.of(Postgres.database(), MySql.database()) : Stream.of(Postgres.database());
    }

    private ApplicationContextRunner as(String user, TestDatabase database) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafSnowflakeAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.name=orders",
                        "leaf.jdbc.url=" + database.url(),
                        "leaf.jdbc.username=" + user,
                        "leaf.jdbc.password=" + PASSWORD,
                        "leaf.segment.wait-timeout=60s",
                        "leaf.snowflake.mode=jdbc_recycle",
                        "leaf.snowflake.state-directory=" + state,
                        "server.port=8080");
    }

    /** Makes a user who may do nothing but what is granted; returns the name. */
    private static String user(TestDatabase database, String... grants) {
        JdbcTemplate jdbc = database.jdbc();
        String name = "u" + Long.toString(System.nanoTime(), 36);
        boolean isPostgres = database.dialect() == SqlDialect.POSTGRESQL;
        List<String> statements = new ArrayList<>();
        statements.add(
                isPostgres
                        ? "CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(name, PASSWORD)
                        : "CREATE USER %s IDENTIFIED BY '%s'".formatted(name, PASSWORD));
        for (String grant : grants) {
            statements.add("GRANT %s TO %s".formatted(grant, name));
        }
        statements.forEach(jdbc::execute);
        return name;
    }

    private static TestDatabase withTables(TestDatabase database) {
        database.with("leaf_alloc").with("leaf_workerid_alloc").with("leaf_slot");
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        return database;
    }

    @ParameterizedTest
    @MethodSource("databases")
    void idsOfSegmentsNeedToReadAndUpdate(TestDatabase database) {
        String user = user(withTables(database), "SELECT, UPDATE ON leaf_alloc", "SELECT ON leaf_slot");

        as(user, database).withPropertyValues("leaf.segment.enabled=true").run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            assertThat(ids.nextIds("order", 100)).startsWith(1, 2, 3).endsWith(100);
            await().untilAsserted(() ->
                    assertThat(ids.status().get(0).reserve().unused()).isPositive());
            await().untilAsserted(() -> assertThat(database.jdbc()
                            .queryForList("SELECT max_id FROM leaf_alloc WHERE update_time < CURRENT_TIMESTAMP"))
                    .as("rows whose second of the last change is over, before which MySQL takes nothing back")
                    .hasSize(1));
        });
        assertThat(database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class))
                .as("what was not used is given back")
                .isEqualTo(101);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rowsThatAreMadeNeedToBeInserted(TestDatabase database) {
        String user = user(withTables(database), "SELECT, INSERT, UPDATE ON leaf_alloc", "SELECT ON leaf_slot");

        as(user, database)
                .withPropertyValues("leaf.segment.enabled=true", "leaf.segment.auto-create.enabled=true")
                .run(context -> assertThat(
                                context.getBean(SegmentIdGenerator.class).nextId("new"))
                        .isEqualTo(1));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void workerIdsNeedToBeReadInsertedAndUpdated(TestDatabase database) {
        String user = user(withTables(database), "SELECT, INSERT, UPDATE ON leaf_workerid_alloc");

        as(user, database)
                .withPropertyValues("leaf.snowflake.enabled=true")
                .run(context -> assertThat(
                                context.getBean(SnowflakeIdGenerator.class).nextId())
                        .isPositive());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void missingRightIsNamed(TestDatabase database) {
        String user = user(withTables(database), "UPDATE ON leaf_alloc");

        as(user, database)
                .withPropertyValues("leaf.segment.enabled=true")
                .run(context -> assertThat(refusal(context))
                        .hasMessageContaining("its user lacks a right: ")
                        .satisfies(
                                refused -> assertThat(refused.action()).contains("    SELECT, UPDATE on leaf_alloc")));
    }

    /** The rights on the table alone do not open its schema. */
    @Test
    void missingRightOnASchemaIsNamed() {
        TestDatabase database = withTables(Postgres.database());
        database.jdbc().execute("CREATE SCHEMA ids; ALTER TABLE leaf_alloc SET SCHEMA ids");
        String user = user(database, "SELECT, UPDATE ON ids.leaf_alloc");
        ApplicationContextRunner segments =
                as(user, database).withPropertyValues("leaf.segment.enabled=true", "leaf.segment.table=ids.leaf_alloc");

        segments.run(context -> assertThat(refusal(context).action()).contains("    USAGE on the schema of the table"));

        database.jdbc().execute("GRANT USAGE ON SCHEMA ids TO " + user);
        segments.run(context -> assertThat(context).hasNotFailed());
    }

    private static LeafStartException refusal(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        while (failure != null && !(failure instanceof LeafStartException)) {
            failure = failure.getCause();
        }
        return assertInstanceOf(LeafStartException.class, failure);
    }
}
