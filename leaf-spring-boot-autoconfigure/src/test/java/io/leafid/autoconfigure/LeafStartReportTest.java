package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a user reads when the start is good. */
@ExtendWith(OutputCaptureExtension.class)
class LeafStartReportTest {

    private static final List<String> LOCAL = List.of(
            "--leaf.snowflake.enabled=true",
            "--leaf.snowflake.mode=local",
            "--leaf.snowflake.host=10.0.0.1",
            "--leaf.snowflake.port=8080",
            "--leaf.snowflake.local.worker-id=7");

    @TempDir
    private Path directory;

    @Test
    void oneLineSaysWhatIsOnAndWhereIdsAreReserved(CapturedOutput output) {
        SpringApplication application = FailureTexts.application(Leaf.class, Web.class);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        start(
                application,
                List.of(
                        "--leaf.name=orders",
                        "--server.port=0",
                        "--leaf.web.enabled=true",
                        "--leaf.web.base-path=/ids",
                        "--leaf.segment.enabled=true",
                        "--leaf.segment.preload-recent=false",
                        "--leaf.jdbc.url=jdbc:h2:mem:report;USER=sa;PASSWORD=s3cret",
                        "--leaf.snowflake.state-directory=" + directory),
                LOCAL);

        assertThat(reported(output))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("INFO")
                        .endsWith(
                                "Leaf 'orders': segment ids from jdbc:h2:mem:report, table leaf_alloc; snowflake ids as worker id 7,"
                                        + " owner 10.0.0.1:8080, mode local, state in " + directory.resolve("8080")
                                        + "; over HTTP below /ids/api"));
        assertThat(output).doesNotContain("s3cret");
    }

    @Test
    void storeThatIsAwayIsNotCalledReady(CapturedOutput output) {
        start(
                FailureTexts.application(Leaf.class),
                List.of(
                        "--leaf.segment.enabled=true",
                        "--leaf.segment.fail-fast=false",
                        "--leaf.segment.load-timeout=1s",
                        "--leaf.segment.preload-recent=false",
                        "--leaf.jdbc.url=jdbc:h2:tcp://localhost:1/away"),
                List.of());

        assertThat(reported(output))
                .singleElement()
                .satisfies(
                        line -> assertThat(line)
                                .endsWith(
                                        "Leaf: segment ids from jdbc:h2:tcp://localhost:1/away, table leaf_alloc, which does not answer yet"));
    }

    @Test
    void storeOfTheApplicationIsSaidToBeOne(CapturedOutput output) {
        start(FailureTexts.application(Leaf.class, OwnStore.class), List.of("--leaf.segment.enabled=true"), List.of());

        assertThat(reported(output))
                .singleElement()
                .satisfies(line -> assertThat(line).endsWith("Leaf: segment ids from a store of the application"));
    }

    @Test
    void idsOverHttpWithoutAnEngineAreMissed(CapturedOutput output) {
        SpringApplication application = FailureTexts.application(Leaf.class, Web.class);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        start(application, List.of("--server.port=0", "--leaf.web.enabled=true"), List.of());

        assertThat(reported(output))
                .singleElement()
                .satisfies(
                        line -> assertThat(line)
                                .contains("WARN")
                                .endsWith(
                                        "leaf.web.enabled is true, but no engine is on, so no ids are served over HTTP; set"
                                                + " leaf.segment.enabled=true or leaf.snowflake.enabled=true, or remove leaf.web.enabled"));
    }

    @Test
    void idsOverHttpWithoutAServerAreMissed(CapturedOutput output) {
        start(
                FailureTexts.application(Leaf.class, OwnStore.class),
                List.of("--leaf.segment.enabled=true", "--leaf.web.enabled=true"),
                List.of());

        assertThat(reported(output))
                .hasSize(2)
                .last()
                .satisfies(
                        line -> assertThat(line)
                                .contains("WARN")
                                .endsWith(
                                        "leaf.web.enabled is true, but this application has no web server, so no ids are served over"
                                                + " HTTP; add org.springframework.boot:spring-boot-starter-webmvc, or remove leaf.web.enabled"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "leaf.jdbc.url=jdbc:h2:mem:off",
                "leaf.segment.url=jdbc:h2:mem:off",
                "leaf.snowflake.zk.address=localhost:1",
                "leaf.snowflake.address=localhost:1"
            })
    void settingsOfAnEngineThatIsOffAreMissed(String setting, CapturedOutput output) {
        start(FailureTexts.application(Leaf.class), List.of("--" + setting), List.of("--leaf.web.enabled=true"));

        assertThat(reported(output))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("WARN")
                        .endsWith(setting.substring(0, setting.indexOf('='))
                                + " is set, but no engine is on, so no ids are issued; set leaf.segment.enabled=true or"
                                + " leaf.snowflake.enabled=true. In a leaf.properties of the original a missing"
                                + " leaf.segment.enable or leaf.snowflake.enable counts as false"));
    }

    @Test
    void nothingIsSaidOfWhatIsOff(CapturedOutput output) {
        start(FailureTexts.application(Leaf.class), List.of("--leaf.jdbc.url="), List.of());

        assertThat(reported(output)).isEmpty();
    }

    private static void start(SpringApplication application, List<String> arguments, List<String> more) {
        String[] all = Stream.concat(arguments.stream(), more.stream()).toArray(String[]::new);
        try (ConfigurableApplicationContext context = application.run(all)) {
            assertThat(context.isActive()).isTrue();
        }
    }

    private static List<String> reported(CapturedOutput output) {
        return output.getAll()
                .lines()
                .filter(line -> line.contains("LeafStartReport"))
                .toList();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class,
        LeafRoutingAutoConfiguration.class,
        LeafWebAutoConfiguration.class,
        LeafStartAutoConfiguration.class
    })
    static class Leaf {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(TomcatServletWebServerAutoConfiguration.class)
    static class Web {}

    @Configuration(proxyBeanMethods = false)
    static class OwnStore {

        @Bean
        SegmentStore store() {
            return new InMemorySegmentStore().put("order", 1, 1000);
        }
    }
}
