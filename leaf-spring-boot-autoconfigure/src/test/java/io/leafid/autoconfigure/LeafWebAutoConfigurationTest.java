package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.web.IdController;
import io.leafid.web.PageController;
import io.leafid.workerid.WorkerIdHolder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Which paths an application answers with which settings. */
class LeafWebAutoConfigurationTest {

    /** Every kind of path that the API and the page have. */
    private static final List<String> PATHS = List.of(
            "/api/segment/get/order",
            "/api/snowflake/get/order",
            "/api/ids/order",
            "/api/ids/order?count=2",
            "/api/snowflake/decode/1",
            "/decodeSnowflakeId?snowflakeId=1",
            "/leaf",
            "/leaf/state");

    private static final String EXPOSED = "management.endpoints.web.exposure.include=leaf";

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    JacksonAutoConfiguration.class,
                    HttpMessageConvertersAutoConfiguration.class,
                    WebMvcAutoConfiguration.class,
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafSnowflakeAutoConfiguration.class,
                    LeafRoutingAutoConfiguration.class,
                    LeafActuatorAutoConfiguration.class,
                    LeafWebAutoConfiguration.class))
            .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000));

    private final WebApplicationContextRunner segments =
            runner.withPropertyValues("leaf.segment.enabled=true", "leaf.web.enabled=true", EXPOSED);

    @TempDir
    private Path directory;

    private WebApplicationContextRunner withSnowflake(WebApplicationContextRunner any) {
        return any.withBean(WorkerIdHolder.class, () -> LocalHolders.withWorkerId(directory, 7))
                .withPropertyValues(
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.host=10.0.0.1",
                        "leaf.snowflake.port=8080",
                        "leaf.snowflake.state-directory=" + directory);
    }

    @Test
    void noPathIsAnsweredUnlessItIsAskedFor() {
        withSnowflake(runner).withPropertyValues("leaf.segment.enabled=true").run(context -> {
            assertThat(context).hasSingleBean(SegmentIdGenerator.class).hasSingleBean(SnowflakeIdGenerator.class);
            answersNothing(context);
        });
    }

    @Test
    void withoutAnEngineNoPathIsAnswered() {
        runner.withPropertyValues("leaf.web.enabled=true").run(LeafWebAutoConfigurationTest::answersNothing);
    }

    @Test
    void leafSwitchedOffAnswersNothing() {
        segments.withPropertyValues("leaf.enabled=false").run(LeafWebAutoConfigurationTest::answersNothing);
    }

    @Test
    void withBothEnginesEveryPathIsAnswered() {
        withSnowflake(segments)
                .run(context -> assertThat(PATHS)
                        .allSatisfy(path -> assertThat(status(context, path)).isEqualTo(200)));
    }

    @Test
    void theSegmentEngineAloneSaysThatTheOtherIsOff() {
        segments.run(context -> {
            assertThat(status(context, "/api/segment/get/order")).isEqualTo(200);
            assertThat(status(context, "/api/ids/order")).isEqualTo(200);
            assertThat(status(context, "/leaf/state")).isEqualTo(200);
            isOff(context, "snowflake", "/api/snowflake/get/order");
            isOff(context, "snowflake", "/api/snowflake/decode/1");
            isOff(context, "snowflake", "/decodeSnowflakeId?snowflakeId=1");
        });
    }

    @Test
    void theSnowflakeEngineAloneSaysThatTheOtherIsOff() {
        withSnowflake(runner)
                .withPropertyValues("leaf.web.enabled=true", EXPOSED)
                .run(context -> {
                    assertThat(status(context, "/api/snowflake/get/order")).isEqualTo(200);
                    assertThat(status(context, "/api/ids/order")).isEqualTo(200);
                    assertThat(status(context, "/api/snowflake/decode/1")).isEqualTo(200);
                    assertThat(status(context, "/leaf/state")).isEqualTo(200);
                    isOff(context, "segment", "/api/segment/get/order");
                });
    }

    private static void isOff(AssertableWebApplicationContext context, String engine, String path) {
        assertThat(get(context, path))
                .hasStatus(HttpStatus.NOT_FOUND)
                .bodyText()
                .contains("the engine '" + engine + "' is switched off");
    }

    @Test
    void allPathsMoveBelowTheBasePath() {
        withSnowflake(segments).withPropertyValues("leaf.web.base-path=/ids/v1").run(context -> {
            assertThat(PATHS)
                    .allSatisfy(path ->
                            assertThat(status(context, "/ids/v1" + path)).isEqualTo(200));
            assertThat(PATHS)
                    .allSatisfy(path -> assertThat(status(context, path)).isEqualTo(404));
        });
    }

    @Test
    void thePageCanBeSwitchedOffAlone() {
        segments.withPropertyValues("leaf.web.dashboard=false").run(context -> {
            assertThat(status(context, "/leaf")).isEqualTo(404);
            assertThat(status(context, "/leaf/state")).isEqualTo(404);
            assertThat(status(context, "/api/ids/order")).isEqualTo(200);
        });
    }

    @Test
    void thePageIsOffWhereTheEndpointIsNotExposedUnlessItIsAskedFor() {
        WebApplicationContextRunner unexposed =
                runner.withPropertyValues("leaf.segment.enabled=true", "leaf.web.enabled=true");

        unexposed.run(LeafWebAutoConfigurationTest::answersNoPage);
        unexposed
                .withPropertyValues("leaf.web.dashboard=true")
                .run(context -> assertThat(status(context, "/leaf/state")).isEqualTo(200));
        segments.withPropertyValues("management.endpoints.web.exposure.exclude=leaf")
                .run(LeafWebAutoConfigurationTest::answersNoPage);
        segments.withPropertyValues("management.server.port=0", "server.port=18080")
                .run(context -> assertThat(context).doesNotHaveBean(PageController.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "management.endpoint.leaf.access=NONE",
                "management.endpoints.access.default=NONE",
                "management.endpoints.access.max-permitted=NONE"
            })
    void thePageShowsNoMoreThanTheEndpointMay(String setting) {
        segments.withPropertyValues(setting).run(LeafWebAutoConfigurationTest::answersNoPage);
        segments.withPropertyValues(setting, "leaf.web.dashboard=true")
                .run(LeafWebAutoConfigurationTest::answersNoPage);
    }

    private static void answersNoPage(AssertableWebApplicationContext context) {
        assertThat(status(context, "/leaf")).isEqualTo(404);
        assertThat(status(context, "/leaf/state")).isEqualTo(404);
        assertThat(status(context, "/api/ids/order")).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_000_001})
    void aMaximumThatNoRequestCouldMeetIsRefused(int maxCount) {
        segments.withPropertyValues("leaf.web.max-count=" + maxCount)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("max-count")
                        .hasStackTraceContaining("must be from 1 to 1000000"));
    }

    @Test
    void otherSitesAreLetInIfTheApplicationSaysSo() {
        segments.run(context -> assertThat(crossSite(context)).isEqualTo(403));
        segments.withPropertyValues("leaf.web.allow-cross-site=true")
                .run(context -> assertThat(crossSite(context)).isEqualTo(200));
    }

    private static int crossSite(AssertableWebApplicationContext context) {
        return MockMvcTester.from(context)
                .get()
                .uri("/api/ids/order")
                .header("Sec-Fetch-Site", "cross-site")
                .exchange()
                .getResponse()
                .getStatus();
    }

    @Test
    void aGeneratorOfTheApplicationServesTheRoutedPath() {
        withSnowflake(segments)
                .withBean("own", IdGenerator.class, OwnGenerator::new, definition -> definition.setPrimary(true))
                .run(context -> assertThat(get(context, "/api/ids/order")).hasBodyTextEqualTo("4711"));
    }

    @Test
    void withoutActuatorThereIsNoPageButAllElseIsServed() {
        new WebApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, WebMvcAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate", "org.springframework.boot.health", "io.micrometer"))
                .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000))
                .withPropertyValues("leaf.segment.enabled=true", "leaf.web.enabled=true")
                .run(context -> {
                    assertThat(get(context, "/api/ids/order")).hasBodyTextEqualTo("1");
                    assertThat(context).doesNotHaveBean(PageController.class);
                });
    }

    @Test
    void anApplicationWithoutWebServerIsNotServed() {
        isNotServed(new ApplicationContextRunner());
    }

    @Test
    void withoutSpringWebTheEnginesWork() {
        isNotServed(new ApplicationContextRunner().withClassLoader(new FilteredClassLoader("org.springframework.web")));
    }

    private static void isNotServed(ApplicationContextRunner any) {
        any.withUserConfiguration(Application.class)
                .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000))
                .withPropertyValues(
                        "leaf.segment.enabled=true", "leaf.segment.wait-timeout=60s", "leaf.web.enabled=true")
                .run(context -> {
                    assertThat(context.getStartupFailure()).isNull();
                    assertThat(context.containsBean("leafIdController")).isFalse();
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                });
    }

    private static void answersNothing(AssertableWebApplicationContext context) {
        assertThat(context).hasNotFailed().doesNotHaveBean(IdController.class);
        assertThat(PATHS).allSatisfy(path -> assertThat(status(context, path)).isEqualTo(404));
    }

    private static int status(AssertableWebApplicationContext context, String path) {
        return get(context, path).getResponse().getStatus();
    }

    private static MvcTestResult get(AssertableWebApplicationContext context, String path) {
        return MockMvcTester.from(context).get().uri(path).exchange();
    }

    /** As an application finds its configuration: by name, so that nothing is loaded that is missing. */
    @Configuration(proxyBeanMethods = false)
    @Import(ByName.class)
    static class Application {}

    /** In the order in which Boot would process them. */
    static final class ByName implements DeferredImportSelector {

        @Override
        public String[] selectImports(AnnotationMetadata importing) {
            return Stream.of("", "Jdbc", "Segment", "Snowflake", "Routing", "Actuator", "Web")
                    .map("io.leafid.autoconfigure.Leaf%sAutoConfiguration"::formatted)
                    .toArray(String[]::new);
        }
    }

    /** Ids of the application's own making. */
    private static final class OwnGenerator implements IdGenerator {

        @Override
        public long nextId(String tag) {
            return 4711;
        }

        @Override
        public long[] nextIds(String tag, int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public IdSequence sequence(String tag) {
            throw new UnsupportedOperationException();
        }
    }
}
