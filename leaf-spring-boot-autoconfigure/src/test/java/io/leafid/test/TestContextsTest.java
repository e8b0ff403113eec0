package io.leafid.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext.HierarchyMode;
import org.springframework.test.context.TestContextManager;
import org.springframework.test.context.TestPropertySource;

/** What an application's tests get from this module by having it on their class path. */
class TestContextsTest {

    /** As operation needs it: a fixed worker id, one name, one directory. */
    static final String OPERATION = "spring.config.location=classpath:io/leafid/test/operation.yml";

    /** Spring keeps the contexts of a suite alive side by side. */
    @Test
    void contextsOfASuiteLiveSideBySideWithTheSettingsOfTheirOperation() throws Exception {
        ConfigurableApplicationContext first = contextOf(One.class);
        ConfigurableApplicationContext second = contextOf(Other.class);

        assertThat(first).isNotSameAs(second);
        for (ConfigurableApplicationContext context : new ConfigurableApplicationContext[] {first, second}) {
            assertThat(context.getBean(SnowflakeIdGenerator.class).nextId()).isPositive();
            assertThat(context.getEnvironment().getProperty("leaf.name")).startsWith("orders-test-");
        }
        Path state = stateOf(first);
        assertThat(state).isNotEqualTo(stateOf(second)).isDirectory();
        assertThat(Path.of("target/state-of-operation")).doesNotExist();

        closeContextOf(One.class);
        closeContextOf(Other.class);
        assertThat(state).doesNotExist();
        assertThat(state.getParent()).doesNotExist();
    }

    private static Path stateOf(ConfigurableApplicationContext context) {
        return Path.of(context.getEnvironment().getRequiredProperty("leaf.snowflake.state-directory"));
    }

    /** As Spring does it for {@code @DirtiesContext}. */
    private static void closeContextOf(Class<?> test) {
        new TestContextManager(test).getTestContext().markApplicationContextDirty(HierarchyMode.EXHAUSTIVE);
    }

    private static ConfigurableApplicationContext contextOf(Class<?> test) {
        return (ConfigurableApplicationContext)
                new TestContextManager(test).getTestContext().getApplicationContext();
    }

    @Test
    void contextsWithTheSameSettingsAreStillShared() throws Exception {
        ConfigurableApplicationContext first = contextOf(One.class);

        assertThat(contextOf(Same.class)).isSameAs(first);
        closeContextOf(One.class);
    }

    @Nested
    @SpringBootTest(classes = Application.class, properties = OPERATION)
    @TestPropertySource(properties = {"leaf.name=mine", "leaf.snowflake.enabled=false"})
    class WhatTheTestSays {

        @Test
        void isKept(@Autowired Environment environment) {
            assertThat(environment.getProperty("leaf.name")).isEqualTo("mine");
        }
    }

    @Nested
    @InMemoryLeaf
    @SpringBootTest(
            classes = Application.class,
            properties = {
                "leaf.segment.enabled=true",
                "leaf.jdbc.url=jdbc:mysql://localhost:1/away",
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.mode=zk_normal",
                "leaf.snowflake.zk.address=localhost:1",
                "leaf.tags.payment.mode=snowflake"
            })
    class InMemory {

        @Autowired
        private IdGenerator ids;

        @Test
        void enginesWorkWithoutDatabaseAndZooKeeper(
                @Autowired InMemorySegmentStore store,
                @Autowired InMemoryWorkerIdRegistry.Holder holder,
                @Autowired SegmentIdGenerator segments) {
            assertThat(ids.nextId("order")).isEqualTo(1);
            assertThat(ids.nextId("payment")).isGreaterThan(1_000_000);
            assertThat(holder.list()).hasSize(1);

            store.goDown();
            assertThatThrownBy(() -> segments.nextIds("order", 1_000_000))
                    .isInstanceOf(SegmentUnavailableException.class);
            store.comeUp();
        }

        @Test
        void callAfterAnOutageSucceeds(@Autowired InMemorySegmentStore store, @Autowired SegmentIdGenerator segments) {
            segments.nextId("outage");
            store.goDown();
            for (int i = 0; i < 4; i++) { // so that the pause outlasts what a call waits
                assertThatThrownBy(() -> segments.nextIds("outage", 1_000_000))
                        .isInstanceOf(SegmentUnavailableException.class);
                assertThatThrownBy(() -> segments.nextId("new")).isInstanceOf(SegmentUnavailableException.class);
            }
            store.comeUp();

            // after a back-off of 5 s at most
            org.awaitility.Awaitility.await()
                    .ignoreException(SegmentUnavailableException.class)
                    .atMost(java.time.Duration.ofMinutes(1))
                    .until(() ->
                            segments.nextIds("outage", 1_000_000).length == 1_000_000 && segments.nextId("new") > 0);
        }

        @Test
        void workerIdsOfContextsDiffer(@Autowired SnowflakeIdGenerator mine) throws Exception {
            ConfigurableApplicationContext other = contextOf(OtherInMemory.class);
            Set<Integer> workerIds = new HashSet<>();
            workerIds.add(mine.decode(mine.nextId()).workerId());
            SnowflakeIdGenerator theirs = other.getBean(SnowflakeIdGenerator.class);
            workerIds.add(theirs.decode(theirs.nextId()).workerId());
            closeContextOf(OtherInMemory.class);

            assertThat(workerIds).hasSize(2);
        }
    }

    /** Own settings of the tests here replace a file of the module; both must name what Spring finds. */
    @Test
    void springFindsTheCustomizer() throws IOException {
        Path module = Path.of("../leaf-spring-boot-test/src/main/resources/META-INF/spring.factories");
        Properties published = new Properties();
        try (InputStream stream = Files.newInputStream(module)) {
            published.load(stream);
        }
        Properties own = new Properties();
        try (InputStream stream =
                Objects.requireNonNull(getClass().getResourceAsStream("/META-INF/spring.factories"))) {
            own.load(stream);
        }

        assertThat(own).containsAllEntriesOf(published);
    }

    @SpringBootTest(classes = Application.class, properties = OPERATION)
    static class One {}

    @SpringBootTest(classes = Application.class, properties = OPERATION)
    static class Same {}

    @SpringBootTest(
            classes = Application.class,
            properties = {OPERATION, "another=setting"})
    static class Other {}

    @InMemoryLeaf
    @SpringBootTest(
            classes = Application.class,
            properties = {
                "leaf.snowflake.enabled=true",
                "leaf.snowflake.layout.worker-id-bits=9",
                "leaf.snowflake.layout.sequence-bits=13",
                "leaf.snowflake.worker-ids=0-511"
            })
    static class OtherInMemory {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
                "org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration"
            })
    static class Application {}
}
