package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/**
 * What stands on the console when a start fails, all of it: one explanation, no trace before it, and no password. The secret is always
 * s3cret or has it in it.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailingStartOutputIT {

    private static final String SEGMENT = "--leaf.segment.enabled=true";

    /** A start tries to connect for twice as long. */
    private static final String IMPATIENT = "--leaf.segment.load-timeout=500ms";

    @TempDir
    private Path directory;

    record Start(String name, List<String> arguments) {

        static Start of(String name, String... arguments) {
            return new Start(name, List.of(arguments));
        }

        static Start ofUrl(String url) {
            return new Start(url, List.of(SEGMENT, IMPATIENT, "--leaf.jdbc.url=" + url));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Start> failingStarts() {
        return Stream.of(
                Start.of(
                        "missing table",
                        SEGMENT,
                        "--leaf.jdbc.url=jdbc:h2:mem:output",
                        "--leaf.jdbc.initialize-schema=never"),
                Start.ofUrl("jdbc:h2:tcp://localhost:1/shop;USER=sa;PASSWORD=s3cret"),
                Start.ofUrl("jdbc:h2:mem:output;PASSWORD=s3cret;NO_SUCH_SETTING=1"),
                Start.ofUrl("jdbc:mysql://leaf:s3cret@localhost:1/shop"),
                Start.ofUrl(
                        "jdbc:mysql://localhost:1/shop?user=leaf&password=s3cret&trustCertificateKeyStorePassword=s3cret"),
                Start.ofUrl("jdbc:mysql://leaf:p/s3cret@localhost:1/shop"),
                Start.ofUrl("jdbc:mysql://leaf:s3cret@local host:x/shop"),
                Start.ofUrl("jdbc:mariadb://localhost:1/shop?user=leaf&password=p@s3cret&keyStorePassword=s3cret"),
                Start.ofUrl("jdbc:mariadb://leaf:s3cret@localhost:port/shop"),
                Start.ofUrl("jdbc:postgresql://localhost:1/shop?user=leaf&password=s3cret&sslpassword=s3cret"),
                Start.ofUrl("jdbc:postgresql://leaf:s3cret@localhost:port/shop"),
                Start.ofUrl("jdbc:nosuch://leaf:s3cret@localhost/shop"),
                Start.of("bad property", SEGMENT, "--leaf.jdbc.url=jdbc:h2:mem:output", "--leaf.jdbc.passwort=s3cret"),
                Start.of("bad value", SEGMENT, "--leaf.jdbc.url=mysql:leaf:s3cret@localhost/shop"),
                Start.of(
                        "ZooKeeper away",
                        "--leaf.snowflake.enabled=true",
                        "--leaf.snowflake.zk.address=localhost:" + FreePorts.next(),
                        "--leaf.snowflake.zk.digest=leaf:s3cret",
                        "--leaf.snowflake.zk.connection-timeout=1s"));
    }

    @Test
    void isOneExplanationWhenThePasswordIsWrong(CapturedOutput output) {
        for (TestDatabase database : List.of(MariaDb.database(), Postgres.database())) {
            assertFails(
                    FailureTexts.application(Leaf.class),
                    List.of(
                            SEGMENT,
                            "--leaf.segment.load-timeout=2s",
                            "--leaf.jdbc.url=" + database.url(),
                            "--leaf.jdbc.username=leaf",
                            "--leaf.jdbc.password=s3cret"));
        }
        assertThat(output.getAll().lines().filter(line -> line.equals("APPLICATION FAILED TO START")))
                .hasSize(2);
        assertNoTraceNorSecret(output);
    }

    @AfterEach
    void forget() {
        RecordedFailures.take();
    }

    @ParameterizedTest
    @MethodSource("failingStarts")
    void isOneExplanationWithoutSecrets(Start start, CapturedOutput output) {
        assertFails(FailureTexts.application(Leaf.class), start.arguments());

        assertThat(output.getAll()).containsOnlyOnce("APPLICATION FAILED TO START");
        assertNoTraceNorSecret(output);
    }

    private void assertFails(SpringApplication application, List<String> more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--leaf.name=orders", "--leaf.snowflake.port=8080", "--leaf.snowflake.state-directory=" + directory));
        arguments.addAll(more);

        assertThatThrownBy(() -> application.run(arguments.toArray(String[]::new)))
                .isInstanceOf(RuntimeException.class);
    }

    private static void assertNoTraceNorSecret(CapturedOutput output) {
        assertThat(output.getAll().lines().filter(line -> line.startsWith("\tat ")))
                .as("traces")
                .isEmpty();
        assertThat(output).doesNotContain("s3cret");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class,
        LeafRoutingAutoConfiguration.class
    })
    static class Leaf {}
}
