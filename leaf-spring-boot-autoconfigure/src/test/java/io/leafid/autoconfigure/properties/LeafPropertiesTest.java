package io.leafid.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.properties.rules.BoundSettings;
import io.leafid.text.JdbcUrls;
import io.leafid.workerid.WorkerIdRange;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.mock.env.MockEnvironment;

/** How settings are read: today's names, those of the original and of its fork, and files that use them. */
class LeafPropertiesTest {

    private static final ApplicationContextRunner RUNNER =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class));

    private static ConfigurableApplicationContext run(String... arguments) {
        SpringApplication application = new SpringApplication(Leaf.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        return application.run(arguments);
    }

    private static String imported(String file) {
        return "--spring.config.import=classpath:io/leafid/autoconfigure/" + file;
    }

    @Test
    void fileOfTheOriginalWorksUnchanged() {
        try (ConfigurableApplicationContext context = run(imported("original-leaf.properties"))) {
            assertThat(context.getBean(LeafProperties.class).name()).isEqualTo("com.sankuai.leaf.opensource.test");
            assertThat(context.getBeanProvider(IdGenerator.class).getIfAvailable())
                    .isNull();
        }
    }

    @Test
    void fileOfTheOriginalWithSegmentsOnWorksUnchanged() {
        try (ConfigurableApplicationContext context = run(imported("original-segment-leaf.properties"))) {
            LeafProperties properties = context.getBean(LeafProperties.class);
            assertThat(properties.segment().enabled()).isTrue();
            assertThat(properties.jdbc().url()).startsWith("jdbc:h2:mem:original");
            assertThat(properties.jdbc().username()).isEqualTo("sa");
            assertThat(properties.snowflake().enabled()).isFalse();
            assertThat(properties.snowflake().port()).isNull();
            assertThat(context.getBean(IdGenerator.class)).isNotNull();
        }
    }

    @Test
    void fileOfTheForkBindsUnchanged() {
        try (ConfigurableApplicationContext context =
                run(imported("fork-leaf.properties"), "--leaf.snowflake.enable=false")) {
            SnowflakeProperties snowflake =
                    context.getBean(LeafProperties.class).snowflake();
            assertThat(snowflake.mode()).isEqualTo(WorkerIdMode.LOCAL);
            assertThat(snowflake.port()).isEqualTo(8080);
            assertThat(snowflake.local().workIdMap()).isEqualTo(Map.of("10.1.46.33:8080", 1, "10.1.46.33:8081", 2));
        }
    }

    @Test
    void namesOfTheOriginalsStarterAreUnderstood() {
        RUNNER.withPropertyValues(
                        "leaf.segment.enable=true",
                        "leaf.segment.url=jdbc:mysql://localhost/leaf",
                        "leaf.segment.username=root",
                        "leaf.segment.password=secret",
                        "leaf.snowflake.enable=true",
                        "leaf.snowflake.address=zk1:2181",
                        "leaf.snowflake.port=8080")
                .run(context -> {
                    LeafProperties properties = context.getBean(LeafProperties.class);
                    assertThat(properties.segment().enabled()).isTrue();
                    assertThat(properties.jdbc().url()).isEqualTo("jdbc:mysql://localhost/leaf");
                    assertThat(properties.jdbc().username()).isEqualTo("root");
                    assertThat(properties.jdbc().password()).isEqualTo("secret");
                    assertThat(properties.snowflake().enabled()).isTrue();
                    assertThat(properties.snowflake().zk().address()).isEqualTo("zk1:2181");
                });
    }

    @Test
    void emptyValueCountsAsNone() {
        RUNNER.withPropertyValues(
                        "leaf.name=",
                        "leaf.jdbc.url=",
                        "leaf.jdbc.username=",
                        "leaf.jdbc.password=",
                        "leaf.segment.enable=",
                        "leaf.segment.enabled=true",
                        "leaf.segment.load-timeout=",
                        "leaf.snowflake.port=",
                        "leaf.snowflake.mode=",
                        "leaf.snowflake.zk.address=",
                        "leaf.snowflake.epoch=",
                        "leaf.snowflake.worker-ids=",
                        "leaf.snowflake.state-directory=",
                        "leaf.snowflake.local.work-id-map=")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    LeafProperties properties = context.getBean(LeafProperties.class);
                    LeafProperties defaults = BoundSettings.of(new MockEnvironment());
                    assertThat(properties.name()).isNull();
                    assertThat(properties.segment().maxStep())
                            .isEqualTo(defaults.segment().maxStep());
                    assertThat(properties.jdbc()).isEqualTo(defaults.jdbc());
                    assertThat(properties.snowflake()).isEqualTo(defaults.snowflake());
                });
    }

    @Test
    void settingsThatAreAddedLateAreBoundAndChecked() {
        RUNNER.withBean(
                        "first",
                        BeanFactoryInitializer.class,
                        () -> beans -> beans.getBean(ConfigurableEnvironment.class)
                                .getPropertySources()
                                .addFirst(new MapPropertySource("late", Map.of("leaf.segment.max-stepp", "7"))))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(LeafStartException.class)
                        .hasMessageContaining("leaf.segment.max-stepp"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"zk_recycle", "zk-recycle", "zkRecycle", "ZK_RECYCLE"})
    void everySpellingOfAChoiceIsUnderstood(String mode) {
        RUNNER.withPropertyValues("leaf.snowflake.mode=" + mode)
                .run(context -> assertThat(context.getBean(LeafProperties.class)
                                .snowflake()
                                .mode())
                        .isEqualTo(WorkerIdMode.ZK_RECYCLE));
    }

    @Test
    void jdbcIsAnotherNameForMysql() {
        RUNNER.withPropertyValues("leaf.snowflake.mode=jdbc")
                .run(context -> assertThat(context.getBean(LeafProperties.class)
                                .snowflake()
                                .mode())
                        .isEqualTo(WorkerIdMode.MYSQL));
    }

    @Test
    void tagsInBracketsKeepTheirCharacters() {
        try (ConfigurableApplicationContext context = run(imported("tags.yaml"))) {
            LeafProperties properties = context.getBean(LeafProperties.class);
            assertThat(properties.tags().keySet())
                    .containsExactlyInAnyOrder("order", "order_item", "Order-2", "com.foo.order:vip", "注文");
            assertThat(properties.tags())
                    .allSatisfy(
                            (tag, settings) -> assertThat(settings.preload()).isTrue());
            assertThat(properties.snowflake().local().workIdMap())
                    .isEqualTo(Map.of("10.0.0.1:8080", 1, "[::1]:8080", 2));
        }
    }

    @Test
    void processEnvironmentMayHoldNamesOfOthers() {
        RUNNER.withSystemProperties("leaf.home=/opt/leaf")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void secretsAreNotPrinted() {
        RUNNER.withPropertyValues(
                        "leaf.jdbc.url=jdbc:mysql://localhost/leaf?password=secret",
                        "leaf.jdbc.password=secret",
                        "leaf.snowflake.zk.digest=user:secret")
                .run(context -> assertThat(context.getBean(LeafProperties.class).toString())
                        .doesNotContain("secret"));
        assertThat(JdbcUrls.withoutSecrets("jdbc:mysql://root:se@cret@db:3306/leaf?password=secret"))
                .isEqualTo("jdbc:mysql://db:3306/leaf");
        assertThat(JdbcUrls.withoutSecrets("jdbc:h2:mem:leaf;PASSWORD=secret")).isEqualTo("jdbc:h2:mem:leaf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " { } ", "{\n}", " "})
    void emptyJsonIsAnEmptyMap(String json) {
        assertThat(WorkIdMap.valueOf(json)).isEmpty();
    }

    @Test
    void jsonOfTheForkIsUnderstood() {
        assertThat(WorkIdMap.valueOf("{\"10.0.0.1:8080\":1, \"10.0.0.2:8080\" : 2 }"))
                .isEqualTo(Map.of("10.0.0.1:8080", 1, "10.0.0.2:8080", 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.1:8080=1",
                "{10.0.0.1:8080:1}",
                "{\"10.0.0.1:8080\":\"1\"}",
                "{\"10.0.0.1:8080\":1 \"10.0.0.2:8080\":2}",
                "{\"10.0.0.1:8080\":1} x",
                "{\"10.0.0.1:8080\":-1}",
                "{\"a:1\":1,\"a:1\":2}",
                "[1]"
            })
    void otherJsonIsRefused(String json) {
        assertThatIllegalArgumentException().isThrownBy(() -> WorkIdMap.valueOf(json));
    }

    @Test
    void workerIdsAreOneNumberOrTwo() {
        assertThat(WorkerIdRange.valueOf("17")).isEqualTo(new WorkerIdRange(17, 17));
        assertThat(WorkerIdRange.valueOf("0 - 511")).isEqualTo(new WorkerIdRange(0, 511));
        assertThat(WorkerIdRange.valueOf(" ")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "5-4", "a-b", "1-2-3", "1-"})
    void otherRangeIsRefused(String range) {
        assertThatIllegalArgumentException().isThrownBy(() -> WorkerIdRange.valueOf(range));
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class})
    static class Leaf {}
}
