package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.ChildJvmArchive;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/** Paths with letters beyond ASCII in a JVM whose file names are ASCII, as one in a container without a locale. */
class AsciiPathsIT {

    private static final String SNOWFLAKE =
            "leaf.snowflake.enabled=true,leaf.snowflake.mode=local,leaf.snowflake.local.worker-id=3,leaf.snowflake.host=a,leaf.snowflake.port=8080";

    private static final String SEGMENT = "leaf.segment.enabled=true,leaf.jdbc.url=jdbc:h2:mem:ascii";

    @ParameterizedTest
    @ValueSource(
            strings = {
                SNOWFLAKE + ",leaf.snowflake.state-directory=/tmp/?",
                SNOWFLAKE + ",leaf.name=?",
                SEGMENT + ",leaf.segment.state-directory=/tmp/?",
                SEGMENT + ",leaf.name=?",
                SEGMENT + ",spring.application.name=?"
            })
    void startEndsWithTheSettingAndTheLocaleToSet(String settings) throws IOException {
        String key = settings.replaceAll(".*,(.*)=.*", "$1");

        assertThat(start(settings))
                .containsOnlyOnce("APPLICATION FAILED TO START")
                .contains("    " + key + " = ", "set LC_ALL=C.UTF-8 in the environment of the JVM")
                .doesNotContain("\tat ");
    }

    @Test
    void nameThatIsNoPathIsAcceptedWhereNoneIsMadeOfIt() throws IOException {
        assertThat(start("spring.application.name=?")).doesNotContain("FAILED");
        assertThat(start(SEGMENT + ",leaf.jdbc.initialize-schema=always,leaf.name=?,leaf.segment.state-directory="
                        + System.getProperty("java.io.tmpdir")))
                .doesNotContain("FAILED");
    }

    /** Starts with settings in which a question mark is a letter beyond ASCII. */
    private static String start(String settings) throws IOException {
        List<String> command = new ArrayList<>(ChildJvmArchive.command(Application.class));
        command.add("--spring.main.web-application-type=none");
        command.add("--spring.application.json={\"%s\"}"
                .formatted(
                        settings.replace("?", "\\u00fc").replace(",", "\",\"").replace("=", "\":\"")));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("LEAF"));
        builder.environment().put("LC_ALL", "C");
        builder.redirectInput(new File("/dev/null"));
        Process process = builder.start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Starts and ends. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafJdbcAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class,
        LeafStartAutoConfiguration.class
    })
    static class Application {

        public static void main(String[] arguments) {
            SpringApplication.run(Application.class, arguments).close();
        }
    }
}
