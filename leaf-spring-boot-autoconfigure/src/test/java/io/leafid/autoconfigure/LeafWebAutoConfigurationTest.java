package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.testing.RawHttp;
import io.leafid.web.LeafServletRegistration;
import io.leafid.workerid.WorkerIdHolder;
import jakarta.servlet.http.HttpServlet;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;

/** Which paths an application answers with which settings, asked over its own port. */
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

    private static final WebApplicationContextRunner SERVER = new WebApplicationContextRunner(
                    AnnotationConfigServletWebServerApplicationContext::new)
            .withPropertyValues("server.port=0");

    private final WebApplicationContextRunner runner = SERVER.withConfiguration(AutoConfigurations.of(
                    TomcatServletWebServerAutoConfiguration.class,
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
        RawHttp.Answer answer = get(context, path);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
                        + "\"detail\":\"the engine '" + engine + "' is switched off\"}");
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
    void allPathsMoveWithTheContextPathOfTheServer() {
        segments.withPropertyValues("server.servlet.context-path=/shop").run(context -> {
            assertThat(get(context, "/shop/api/ids/order").body()).isEqualTo("1");
            assertThat(status(context, "/shop/leaf")).isEqualTo(200);
            assertThat(status(context, "/api/ids/order")).isEqualTo(404);
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
                .run(context -> assertThat(context).doesNotHaveBean("leafPageRoutes"));
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

    /** Sums of such amounts stay far from the largest number; no client asks for more, since a step is an int. */
    @ParameterizedTest
    @ValueSource(longs = {0, -1, 2_147_483_648L, Long.MAX_VALUE})
    void anAmountThatNoClientMayTakeIsRefused(long maxAmount) {
        segments.withPropertyValues("leaf.web.segments.max-amount=" + maxAmount)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("max-amount")
                        .hasStackTraceContaining("must be from 1 to 2147483647"));
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
        return RawHttp.send(port(context), "GET", "/api/ids/order", "Sec-Fetch-Site: cross-site")
                .status();
    }

    @Test
    void aGeneratorOfTheApplicationServesTheRoutedPath() {
        withSnowflake(segments)
                .withBean("own", IdGenerator.class, OwnGenerator::new, definition -> definition.setPrimary(true))
                .run(context ->
                        assertThat(get(context, "/api/ids/order").body()).isEqualTo("4711"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/ids/*", "/leaf/*", "/decodeSnowflakeId"})
    void aPathThatIsTakenStopsTheStartAndTheMessageSaysWhatToDo(String pattern) {
        segments.withBean(
                        ServletRegistrationBean.class,
                        () -> new ServletRegistrationBean<>(new HttpServlet() {}, pattern))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("Leaf cannot serve " + pattern
                                + ": another servlet of this application has that path."));
    }

    @Test
    void aPathThatIsTakenIsFreedByAnotherBasePath() {
        segments.withPropertyValues("leaf.web.base-path=/ids")
                .withBean(
                        ServletRegistrationBean.class,
                        () -> new ServletRegistrationBean<>(new HttpServlet() {}, "/api/ids/*"))
                .run(context ->
                        assertThat(status(context, "/ids/api/ids/order")).isEqualTo(200));
    }

    @Test
    void withoutActuatorThereIsNoPageButAllElseIsServed() {
        SERVER.withUserConfiguration(Application.class)
                .withConfiguration(AutoConfigurations.of(TomcatServletWebServerAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.boot.actuate", "org.springframework.boot.health", "io.micrometer"))
                .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000))
                .withPropertyValues("leaf.segment.enabled=true", "leaf.web.enabled=true")
                .run(context -> {
                    assertThat(get(context, "/api/ids/order").body()).isEqualTo("1");
                    assertThat(status(context, "/leaf")).isEqualTo(404);
                });
    }

    @Test
    void anApplicationWithoutWebServerIsNotServed() {
        isNotServed(new ApplicationContextRunner());
    }

    @Test
    void aReactiveApplicationIsNotServed() {
        isNotServed(new ReactiveWebApplicationContextRunner());
    }

    @Test
    void withoutTheServletApiTheEnginesWork() {
        isNotServed(new ApplicationContextRunner()
                .withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.apache.catalina")));
    }

    private static void isNotServed(AbstractApplicationContextRunner<?, ?, ?> any) {
        any.withUserConfiguration(Application.class)
                .withBean(SegmentStore.class, () -> new InMemorySegmentStore().put("order", 1, 1_000))
                .withPropertyValues(
                        "leaf.segment.enabled=true", "leaf.segment.wait-timeout=60s", "leaf.web.enabled=true")
                .run(context -> {
                    assertThat(context.getStartupFailure()).isNull();
                    assertThat(context.getBeansOfType(LeafServletRegistration.class))
                            .isEmpty();
                    assertThat(context.getBean(IdGenerator.class).nextId("order"))
                            .isEqualTo(1);
                });
    }

    private static void answersNothing(AssertableWebApplicationContext context) {
        assertThat(context).hasNotFailed().doesNotHaveBean(LeafServletRegistration.class);
        assertThat(PATHS).allSatisfy(path -> assertThat(status(context, path)).isEqualTo(404));
    }

    private static int status(AssertableWebApplicationContext context, String path) {
        return get(context, path).status();
    }

    private static RawHttp.Answer get(AssertableWebApplicationContext context, String path) {
        return RawHttp.get(port(context), path);
    }

    private static int port(AssertableWebApplicationContext context) {
        var server = context.getSourceApplicationContext(AnnotationConfigServletWebServerApplicationContext.class)
                .getWebServer();
        assertThat(server).isNotNull();
        return server.getPort();
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
