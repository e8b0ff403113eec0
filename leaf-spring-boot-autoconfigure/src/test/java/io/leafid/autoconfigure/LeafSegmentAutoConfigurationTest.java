package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.lifecycle.LeafLifecycle;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.file.StateHome;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Which beans there are, and which of them give way to the application's. */
@ExtendWith(OutputCaptureExtension.class)
class LeafSegmentAutoConfigurationTest {

    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafRoutingAutoConfiguration.class));

    private static final ApplicationContextRunner WITH_DATABASE = RUNNER.withConfiguration(
                    AutoConfigurations.of(DataSourceAutoConfiguration.class))
            .withPropertyValues("spring.datasource.generate-unique-name=true");

    private static final ApplicationContextRunner SEGMENTS = WITH_DATABASE.withPropertyValues(
            "leaf.segment.enabled=true", "leaf.segment.auto-create.enabled=true", "leaf.segment.wait-timeout=60s");

    private static final ApplicationContextRunner WITH_DEFAULTS =
            RUNNER.withUserConfiguration(OwnStore.class).withPropertyValues("leaf.segment.enabled=true");

    private static final ApplicationContextRunner WITH_STORE =
            WITH_DEFAULTS.withPropertyValues("leaf.segment.wait-timeout=60s");

    @Test
    void theOnlyEngineIsTheIdGenerator() {
        SEGMENTS.run(context -> {
            assertThat(context).hasSingleBean(IdGenerator.class).hasSingleBean(SegmentIdGenerator.class);
            IdGenerator ids = context.getBean(IdGenerator.class);
            assertThat(ids.nextId("order")).isEqualTo(1);
            assertThat(ids.nextId("order")).isEqualTo(2);
        });
    }

    @Test
    void nothingEnabledMeansNoGenerator() {
        WITH_DATABASE.run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(LeafProperties.class)
                .doesNotHaveBean(IdGenerator.class)
                .doesNotHaveBean(SegmentStore.class)
                .doesNotHaveBean(ChosenDatabase.class));
    }

    @Test
    void switchedOffLeafConfiguresNothing() {
        SEGMENTS.withPropertyValues("leaf.enabled=false", "leaf.no-such-setting=1")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(LeafProperties.class)
                        .doesNotHaveBean(IdGenerator.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leaf.segment.enabled=true",
                "leaf.segment.enabled=TRUE",
                "leaf.segment.enabled=on",
                "leaf.segment.enable=true",
                "leaf.SEGMENT.Enabled=yes"
            })
    void everySpellingOfTheSwitchCounts(String property) {
        WITH_DATABASE
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasSingleBean(SegmentIdGenerator.class));
    }

    @Test
    void environmentVariableSwitchesOn() {
        WITH_DATABASE
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment", Map.of("LEAF_SEGMENT_ENABLE", "true"))))
                .run(context -> assertThat(context).hasSingleBean(SegmentIdGenerator.class));
    }

    @Test
    void tableWithoutTransactionsServesNothingUntilItIsCorrectedWhereTheStartDoesNotFail() {
        TestDatabase database = MariaDb.database().with("leaf_alloc");
        database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = MyISAM");
        RUNNER.withBean(DataSource.class, database::unpooled)
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.fail-fast=false",
                        "leaf.segment.auto-create.enabled=true")
                .run(context -> {
                    IdGenerator ids = context.getBean(IdGenerator.class);
                    await().untilAsserted(() -> assertThatExceptionOfType(SegmentUnavailableException.class)
                            .isThrownBy(() -> ids.nextId("order"))
                            .withMessageContaining("table leaf_alloc is MyISAM, which keeps no transactions"));
                    assertThat(database.jdbc().queryForObject("SELECT COUNT(*) FROM leaf_alloc", Integer.class))
                            .isZero();

                    database.jdbc().execute("ALTER TABLE leaf_alloc ENGINE = InnoDB");
                    await().ignoreExceptions().until(() -> ids.nextId("order") >= 1);
                });
    }

    @Test
    void nothingIsSkippedAfterAFailoverUnlessItIsAskedFor() {
        SEGMENTS.withPropertyValues("leaf.segment.failover-margin=5")
                .run(context -> assertThat(skipped(context)).isZero());
        SEGMENTS.withPropertyValues("leaf.segment.on-failover=skip")
                .run(context -> assertThat(skipped(context)).isEqualTo(10_000_000));
        SEGMENTS.withPropertyValues("leaf.segment.onFailover=SKIP", "leaf.segment.failover-margin=5")
                .run(context -> assertThat(skipped(context)).isEqualTo(5));
    }

    @Test
    void theMarginToSkipReachesTheStore(CapturedOutput output) {
        String cannot = "a fail-over will not be noticed, so nothing will be skipped for one";
        SEGMENTS.run(context -> context.getBean(SegmentStore.class).findAll());
        assertThat(output).doesNotContain(cannot);

        SEGMENTS.withPropertyValues("leaf.segment.on-failover=skip")
                .run(context -> context.getBean(SegmentStore.class).findAll());
        assertThat(output).as("H2 does not name its server").contains(cannot);
    }

    private static long skipped(AssertableApplicationContext context) {
        return context.getBean(LeafProperties.class).segment().skippedAfterFailover();
    }

    @Test
    void userDefinedSegmentStoreWinsAndNeedsNoDataSource() {
        WITH_STORE.run(context -> {
            assertThat(context).hasSingleBean(SegmentStore.class).doesNotHaveBean(ChosenDatabase.class);
            assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(1);
        });
    }

    @Test
    void userDefinedSegmentStoreNeedsNoSpringJdbc() {
        WITH_STORE
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.jdbc",
                        "org.springframework.dao",
                        "org.springframework.transaction",
                        "org.springframework.boot.jdbc",
                        "org.springframework.boot.sql",
                        "com.zaxxer"))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                });
    }

    @Test
    void withoutActuatorAndCuratorNothingIsMissed() {
        SEGMENTS.withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "org.springframework.boot.micrometer",
                        "io.micrometer.core",
                        "org.apache.curator",
                        "org.apache.zookeeper",
                        "org.springframework.web",
                        "jakarta.servlet"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SegmentIdGenerator.class));
    }

    @Test
    void userDefinedSegmentIdGeneratorWins() {
        SEGMENTS.withUserConfiguration(OwnSegmentIdGenerator.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(SegmentIdGenerator.class)
                        .hasBean("ownGenerator")
                        .doesNotHaveBean(LeafLifecycle.class));
    }

    @Test
    void userDefinedIdGeneratorIsInjectedAndMayWrapOurs() {
        SEGMENTS.withUserConfiguration(Wrapper.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(IdGenerator.class)).isInstanceOf(NegatingIdGenerator.class);
            assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(-1);
        });
    }

    @Test
    void parentContextGeneratorIsShared() {
        SEGMENTS.run(parent -> SEGMENTS.withParent(parent).run(child -> {
            assertThat(child.getBeanFactory().getBeansOfType(SegmentIdGenerator.class))
                    .isEmpty();
            assertThat(child.getBean(IdGenerator.class)).isSameAs(parent.getBean(IdGenerator.class));
        }));
    }

    @Test
    void idsCanBeHadWhileBeansAreMade() {
        SEGMENTS.withUserConfiguration(NeedsIdAtOnce.class)
                .run(context -> assertThat(context.getBean("firstId")).isEqualTo(1L));
    }

    @Test
    void settingsReachTheEngine() {
        WITH_STORE
                .withPropertyValues(
                        "leaf.segment.target-duration=1m",
                        "leaf.segment.max-step=7",
                        "leaf.segment.prefetch-at=0.5",
                        "leaf.segment.refresh-interval=2s",
                        "leaf.segment.wait-timeout=3s",
                        "leaf.segment.load-timeout=4s",
                        "leaf.segment.fail-fast=false",
                        "leaf.segment.return-unused=false",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.auto-create.step=6",
                        "leaf.segment.auto-create.initial-id=9",
                        "leaf.tags.order.max-step=10",
                        "leaf.tags[com.foo.bar].max-step=11",
                        "leaf.tags[com.foo.bar].order=global")
                .run(context -> assertThat(settings(context))
                        .isEqualTo(new SegmentSettings(
                                new AllocationSettings(
                                        Duration.ofMinutes(1),
                                        7,
                                        Map.of(
                                                "order",
                                                new TagSettings(10),
                                                "com.foo.bar",
                                                new TagSettings(11, IdOrder.GLOBAL)),
                                        0.5,
                                        Duration.ofSeconds(3),
                                        Duration.ofSeconds(4)),
                                Duration.ofSeconds(2),
                                false,
                                new SegmentSettings.NewTag(6, 9),
                                false)));
    }

    private static SegmentSettings settings(AssertableApplicationContext context) {
        LeafProperties properties = context.getBean(LeafProperties.class);
        return properties.segment().settings(properties.tagSettings());
    }

    @Test
    void defaultsAreThoseOfTheEngine() {
        WITH_DEFAULTS.run(context -> assertThat(settings(context)).isEqualTo(SegmentSettings.DEFAULT));
    }

    @Test
    void tagsToBePreloadedAreBoughtAtStart() {
        WITH_STORE
                .withPropertyValues("leaf.tags.order.preload=true")
                .run(context -> assertThat(boughtAtStart(context)).containsExactly("order"));
    }

    @Test
    void tagsOfThePreviousRunAreBoughtAtStart(@TempDir Path temporary) {
        ApplicationContextRunner runs = WITH_STORE.withPropertyValues("leaf.segment.state-directory=" + temporary);

        runs.run(context -> {
            assertThat(boughtAtStart(context)).isEmpty();
            context.getBean(IdGenerator.class).nextId("order");
        });

        runs.run(context -> assertThat(boughtAtStart(context)).containsExactly("order"));
        runs.withPropertyValues("leaf.segment.preload-recent=false")
                .run(context -> assertThat(boughtAtStart(context)).isEmpty());
    }

    @Test
    void tagsAreNotedBelowTheServicesName(@TempDir Path home) {
        String before = System.setProperty("user.home", home.toString());
        try {
            Path state = StateHome.ofThisProcess().find().orElseThrow();
            WITH_STORE
                    .withPropertyValues("spring.application.name=shop")
                    .run(context -> context.getBean(IdGenerator.class).nextId("order"));
            assertThat(state.resolve("shop/segment-tags.txt")).content().contains("\torder\n");

            WITH_STORE
                    .withPropertyValues("spring.application.name=shop", "leaf.name=orders")
                    .run(context -> context.getBean(IdGenerator.class).nextId("order"));
            assertThat(state.resolve("orders/segment-tags.txt")).content().contains("\torder\n");
        } finally {
            System.setProperty("user.home", before);
        }
    }

    @Test
    void withoutNameNothingIsNoted(@TempDir Path home) throws Exception {
        String before = System.setProperty("user.home", home.toString());
        try {
            WITH_STORE.run(context -> context.getBean(IdGenerator.class).nextId("order"));
            WITH_STORE
                    .withPropertyValues("spring.application.name=a/../b")
                    .run(context -> context.getBean(IdGenerator.class).nextId("order"));
            try (var files = Files.list(home)) {
                assertThat(files).isEmpty();
            }
        } finally {
            System.setProperty("user.home", before);
        }
    }

    @Test
    void unknownTagIsRefusedUnlessRowsAreCreated() {
        SEGMENTS.withPropertyValues("leaf.segment.auto-create.enabled=false")
                .run(context -> assertThatExceptionOfType(UnknownTagException.class)
                        .isThrownBy(() -> context.getBean(IdGenerator.class).nextId("order")));
    }

    @Test
    void applicationStartsWithoutItsDatabaseIfToldTo() {
        RUNNER.withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.fail-fast=false",
                        "leaf.segment.load-timeout=1s",
                        "leaf.jdbc.initialize-schema=always",
                        "leaf.jdbc.url=jdbc:mariadb://localhost:1/leaf")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThatExceptionOfType(SegmentUnavailableException.class)
                            .isThrownBy(() -> context.getBean(IdGenerator.class).nextId("order"));
                });
    }

    private static List<String> boughtAtStart(AssertableApplicationContext context) {
        return context.getBean(SegmentIdGenerator.class).status().stream()
                .filter(tag -> tag.reserve().current() != null)
                .map(tag -> tag.tag())
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnStore {

        @Bean
        SegmentStore ownStore() {
            return new InMemorySegmentStore().put("order", 1, 1000).put("customer", 1, 1000);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnSegmentIdGenerator {

        @Bean
        SegmentIdGenerator ownGenerator() {
            return new SegmentIdGenerator(
                    new InMemorySegmentStore(), SegmentSettings.DEFAULT, List.of(), null, event -> {});
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Wrapper {

        @Bean
        IdGenerator wrapper(SegmentIdGenerator wrapped) {
            return new NegatingIdGenerator(wrapped);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NeedsIdAtOnce {

        @Bean
        Long firstId(IdGenerator ids) {
            return ids.nextId("order");
        }
    }

    /** Can be told from any other generator by its ids. */
    record NegatingIdGenerator(IdGenerator wrapped) implements IdGenerator {

        @Override
        public long nextId(String tag) {
            return -wrapped.nextId(tag);
        }

        @Override
        public long[] nextIds(String tag, int count) {
            return wrapped.nextIds(tag, count);
        }

        @Override
        public IdSequence sequence(String tag) {
            return wrapped.sequence(tag);
        }
    }
}
