package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.jdbc.SqlDialect;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The whole of a start on real databases of every kind, good and bad. */
class NamedDatabasesIT {

    private static Stream<TestDatabase> databases() {
        return TestDatabases.all();
    }

    private static ApplicationContextRunner on(TestDatabase database) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.auto-create.initial-id=42",
                        "leaf.jdbc.url=" + database.url(),
                        "leaf.jdbc.username=" + database.user(),
                        "leaf.jdbc.password=" + database.password());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void tableIsCreatedAndIdsFlow(TestDatabase database) {
        ApplicationContextRunner always = on(database)
                .withPropertyValues(
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.segment.table=ids_of_shop",
                        "leaf.segment.prefetch-at=0.5"); // else the first id may begin another allocation

        always.run(context -> {
            assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(42);
            letTimePass(database);
        });
        always.run(context -> {
            assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(43);
            letTimePass(database);
        });
        assertThat(database.jdbc().queryForObject("SELECT max_id FROM ids_of_shop", Long.class))
                .isEqualTo(44);
    }

    /** A rest is not given back within the second of its allocation. */
    private static void letTimePass(TestDatabase database) {
        database.jdbc().update("UPDATE ids_of_shop SET update_time = TIMESTAMP '2001-01-01 00:00:00'");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void missingTableIsExplainedWithTheStatementToRun(TestDatabase database) {
        on(database).withPropertyValues("leaf.jdbc.initialize-schema=never").run(context -> {
            LeafStartException failure = failure(context.getStartupFailure());
            assertThat(failure.description()).contains("there is no table 'leaf_alloc'");
            String ddl = failure.action()
                    .substring(
                            failure.action().indexOf("CREATE TABLE"),
                            failure.action().indexOf(";"));
            database.jdbc().execute(ddl);
        });

        on(database)
                .withPropertyValues("leaf.jdbc.initialize-schema=never")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void wrongColumnsAreExplained(TestDatabase database) {
        database.jdbc().execute("CREATE TABLE leaf_alloc (id BIGINT)");

        on(database)
                .run(context -> assertThat(failure(context.getStartupFailure()).description())
                        .containsIgnoringCase("table 'leaf_alloc'")
                        .containsIgnoringCase("max_id"));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void refusedConnectionIsExplainedWithoutSecrets(TestDatabase database) {
        String elsewhere = (database.dialect() == SqlDialect.H2)
                ? "jdbc:h2:mem:nowhere;IFEXISTS=TRUE;PASSWORD=open-sesame"
                : database.url().replaceFirst("/leaf_[a-z0-9_]+", "/nowhere");

        on(database.withUrl(elsewhere))
                .withPropertyValues("leaf.segment.load-timeout=1s", "leaf.jdbc.password=open-sesame")
                .run(context -> {
                    LeafStartException failure = failure(context.getStartupFailure());
                    assertThat(failure.description())
                            .startsWith("Leaf cannot reach jdbc:")
                            .contains("nowhere")
                            .doesNotContain("open-sesame");
                    assertThat(failure.action()).contains("leaf.jdbc", "user and password");
                });
    }

    private static LeafStartException failure(@Nullable Throwable startupFailure) {
        return Stream.<@Nullable Throwable>iterate(
                        startupFailure, Objects::nonNull, each -> (each == null) ? null : each.getCause())
                .filter(LeafStartException.class::isInstance)
                .map(LeafStartException.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no explained failure", startupFailure));
    }
}
