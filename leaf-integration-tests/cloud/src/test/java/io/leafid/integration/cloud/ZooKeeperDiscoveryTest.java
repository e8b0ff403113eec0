package io.leafid.integration.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Instances of an id service, behind the rules of its page, are looked up in ZooKeeper; once they are known, ZooKeeper may be away. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ZooKeeperDiscoveryTest {

    private static final String WITHOUT_DATABASE =
            "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration";

    @TempDir
    private Path directory;

    private TestingServer zooKeeper;
    private ConfigurableApplicationContext service;

    /** What both sides write. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @BeforeEach
    void start() throws Exception {
        System.setProperty("zookeeper.forceSync", "no"); // the machine loses no power during a test
        zooKeeper = new TestingServer(true);
        service = application(WebApplicationType.SERVLET, "IdServiceRules")
                .properties(
                        "server.port=0",
                        "spring.application.name=ids",
                        "spring.datasource.generate-unique-name=true",
                        "spring.cloud.zookeeper.discovery.instance-host=127.0.0.1",
                        "spring.cloud.zookeeper.discovery.metadata.zone=east",
                        "leaf.segment.preload-recent=false",
                        "leaf.web.enabled=true",
                        "leaf.web.segments.enabled=true")
                .run();
        service.getBean(JdbcTemplate.class)
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
    }

    @AfterEach
    void stop() throws Exception {
        service.close();
        zooKeeper.close();
    }

    private SpringApplicationBuilder application(WebApplicationType type, String ofThePage) {
        return new SpringApplicationBuilder(Application.class, PageClasses.compiled(ofThePage, directory))
                .web(type)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.cloud.compatibility-verifier.enabled=false",
                        "spring.cloud.zookeeper.connect-string=" + zooKeeper.getConnectString(),
                        "spring.cloud.zookeeper.max-retries=1",
                        "spring.cloud.zookeeper.connection-timeout=10s",
                        "spring.cloud.zookeeper.session-timeout=30s",
                        "spring.cloud.zookeeper.block-until-connected-wait=10",
                        "leaf.segment.enabled=true");
    }

    private ConfigurableApplicationContext client() {
        return application(WebApplicationType.NONE, "IdServiceAccess")
                .properties(
                        "leaf.segment.state-directory=" + directory.resolve("state"),
                        "leaf.remote.refresh-interval=100ms",
                        "leaf.segment.wait-timeout=5s", // of a busy machine; a caller that waited for discovery would
                        // wait longer
                        "leaf.segment.load-timeout=30s",
                        "leaf.remote.read-timeout=20s",
                        "spring.config.location=" + settingsOfThePage())
                .run(WITHOUT_DATABASE, "--spring.cloud.zookeeper.connect-string=" + zooKeeper.getConnectString());
    }

    /** The block of docs/run/service.md that a client copies, as a file. */
    private Path settingsOfThePage() {
        try {
            String page = Files.readString(Path.of("../../docs/run/service.md"));
            String block =
                    page.substring(page.lastIndexOf("```yaml", page.indexOf("services: ids ")) + "```yaml".length());
            return Files.writeString(directory.resolve("page.yml"), block.substring(0, block.indexOf("```")));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static long[] draw(ConfigurableApplicationContext client) {
        IdGenerator ids = client.getBean(IdGenerator.class);
        return LongStream.range(0, 500).map(i -> ids.nextId("order")).toArray();
    }

    @Test
    void lastListServesWhileZooKeeperIsAway() throws Exception {
        long[] first;
        long[] during;
        try (ConfigurableApplicationContext client = client()) {
            first = draw(client);
            zooKeeper.stop();
            during = draw(client);
        }

        long[] all =
                LongStream.concat(Arrays.stream(first), Arrays.stream(during)).toArray();
        assertThat(all).doesNotHaveDuplicates().hasSize(1_000);
    }

    @Test
    void startNeedsZooKeeper() throws Exception {
        zooKeeper.stop();

        assertThatThrownBy(this::client)
                .hasStackTraceContaining("Leaf cannot reserve ids: id service ids cannot be used: ");
    }
}
