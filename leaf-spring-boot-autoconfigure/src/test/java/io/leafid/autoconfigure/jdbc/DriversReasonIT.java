package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

/** A database that refuses every connection says why; what is told to people must say it too, however long a pool tries. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class DriversReasonIT {

    private static final String REASON = "Wrong user name or password";

    private final TestDatabase database = TestDatabase.h2();

    private ApplicationContextRunner application() {
        database.jdbc().execute("SELECT 1"); // from now on there is a password to be wrong
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class,
                        LeafSnowflakeAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=sa",
                        "spring.datasource.password=wrong",
                        "spring.datasource.hikari.connection-timeout=4000",
                        "spring.datasource.hikari.initialization-fail-timeout=-1",
                        "leaf.segment.load-timeout=4s",
                        "leaf.jdbc.initialize-schema=never");
    }

    /** A busy machine may need longer than the database is looked for. */
    private static void inTheEnd(ApplicationContextRunner runner, ContextConsumer<AssertableApplicationContext> check) {
        await().untilAsserted(() -> runner.run(check));
    }

    @Test
    void startOfSegmentsNamesIt() {
        inTheEnd(
                application().withPropertyValues("leaf.segment.enabled=true"),
                context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(java.sql.SQLException.class)
                        .hasStackTraceContaining("Leaf cannot reach the application's DataSource")
                        .hasStackTraceContaining(": " + REASON));
    }

    @Test
    void startOfWorkerIdsNamesIt() {
        inTheEnd(
                application()
                        .withPropertyValues(
                                "leaf.name=reasons-" + database.hashCode(),
                                "leaf.snowflake.enabled=true",
                                "leaf.snowflake.mode=mysql",
                                "leaf.snowflake.port=1"),
                context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "LeafStartException: Leaf cannot lease a worker id: the application's DataSource")
                        .hasStackTraceContaining("table leaf_workerid_alloc did not answer: " + REASON));
    }

    @Test
    void statusNamesItWithConnectionsOfLeafsOwn() {
        application()
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.fail-fast=false",
                        "leaf.segment.refresh-interval=200ms")
                .run(
                        context -> { // on a busy machine the first attempt may end before it is refused
                            await().untilAsserted(() -> assertThat(context.getBean(SegmentIdGenerator.class)
                                            .storeStatus()
                                            .reason())
                                    .contains(REASON));
                            await().untilAsserted(() -> assertThatExceptionOfType(SegmentUnavailableException.class)
                                    .isThrownBy(() ->
                                            context.getBean(IdGenerator.class).nextId("order"))
                                    .withMessageContaining(REASON));
                        });
    }

    @Test
    void statusNamesItAsSoonAsASharedPoolDoes() {
        application()
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.fail-fast=false",
                        "leaf.jdbc.connection=shared",
                        "spring.datasource.hikari.connection-timeout=1000",
                        "leaf.segment.refresh-interval=200ms")
                .run(context -> await().untilAsserted(() -> assertThat(context.getBean(SegmentIdGenerator.class)
                                .storeStatus()
                                .reason())
                        .contains(REASON)));
    }
}
