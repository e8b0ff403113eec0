package io.leafid.integration.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An id service with {@code spring-boot-starter-security}, with the rules of docs/run/service.md and without. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SecurityStarterTest {

    private static final List<String> PATHS =
            List.of("/api/ids/order", "/api/segments", "/api/segments/order", "/decodeSnowflakeId", "/leaf", "/any");

    @TempDir
    private Path directory;

    /** What both sides write. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static SpringApplicationBuilder application(WebApplicationType type) {
        return new SpringApplicationBuilder(Application.class)
                .web(type)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.cloud.compatibility-verifier.enabled=false",
                        "spring.cloud.zookeeper.enabled=false",
                        "leaf.segment.enabled=true");
    }

    private static SpringApplicationBuilder service(WebApplicationType type) {
        return application(type)
                .properties(
                        "server.port=0",
                        "spring.datasource.generate-unique-name=true",
                        "leaf.segment.preload-recent=false",
                        "leaf.web.enabled=true",
                        "leaf.web.segments.enabled=true");
    }

    private SpringApplicationBuilder client(ConfigurableApplicationContext service) {
        return application(WebApplicationType.NONE)
                .properties(
                        "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                        "leaf.segment.state-directory=" + directory.resolve("client"),
                        "leaf.remote.read-timeout=1m", // a busy machine is no service that hangs
                        "leaf.remote.services=" + url(service));
    }

    private static String url(ConfigurableApplicationContext service) {
        return "http://localhost:" + service.getEnvironment().getProperty("local.server.port");
    }

    private static int status(ConfigurableApplicationContext service, String path)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url(service) + path)).build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVLET", "REACTIVE"})
    void starterAloneClosesAllPaths(WebApplicationType type) throws Exception {
        try (ConfigurableApplicationContext service = service(type).run()) {
            for (String path : PATHS) {
                assertThat(status(service, path)).as(path).isEqualTo(401);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"SERVLET, IdServiceRules", "REACTIVE, ReactiveIdServiceRules"})
    void rulesOfThePageLetAClientInAndNoOther(WebApplicationType type, String rules) throws Exception {
        try (ConfigurableApplicationContext service =
                service(type).sources(PageClasses.compiled(rules, directory)).run()) {
            service.getBean(JdbcTemplate.class)
                    .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
            for (String path : PATHS) {
                assertThat(status(service, path)).as(path).isEqualTo(401);
            }
            assertThatThrownBy(() -> client(service).run()).hasStackTraceContaining("HTTP status 401");
            try (ConfigurableApplicationContext client = client(service)
                    .sources(PageClasses.compiled("IdServiceAccess", directory))
                    .run()) {
                assertThat(client.getBean(IdGenerator.class).nextId("order")).isPositive();
            }
        }
    }
}
