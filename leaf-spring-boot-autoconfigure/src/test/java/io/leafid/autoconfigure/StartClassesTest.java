package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.jdbc.SqlDialect;
import io.leafid.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Each class of Leaf that a start loads costs it time, a lambda as much as another one. A start ends when the application is ready; the first
 * id and the end of the context load others. The figures are those of docs/proof/start-time.md, with room for what a timer may run meanwhile on a
 * machine that is busy.
 */
class StartClassesTest {

    private static final int MOST_WITH_SEGMENT_IDS = 250;
    private static final int MOST_WITH_AN_ID = 327;
    private static final int MOST_WITHOUT_ENGINE = 20;

    /** What spring-boot-starter-jdbc and spring-boot-starter-actuator bring. */
    private static final Pattern JARS = Pattern.compile(
            "(?:spring-(?:core|beans|context|expression|aop|tx|jdbc)|spring-boot"
                    + "|spring-boot-(?:autoconfigure|jdbc|sql|transaction|persistence|actuator.*|health|micrometer-.*)|commons-logging|micrometer-(?:commons|core|observation)"
                    + "|slf4j-api|jspecify|logback-.*|snakeyaml|HikariCP|h2|jakarta.annotation-api|HdrHistogram|LatencyUtils)-\\d.*\\.jar");

    /** Loaded by the application as soon as it is ready. */
    private static final String READY = Ready.class.getName();

    private static final Pattern LOADED = Pattern.compile("\\] (io\\.leafid\\.\\S+)");

    @TempDir
    private Path directory;

    @Test
    void startWithSegmentIdsLoadsFewClasses() throws Exception {
        List<String> loaded =
                loaded("--leaf.name=start", "--leaf.segment.enabled=true", "--leaf.segment.auto-create.enabled=true");

        assertThat(loaded.subList(0, loaded.indexOf(READY)))
                .contains("io.leafid.segment.jdbc.JdbcSegmentStore", "io.leafid.actuate.LeafMetrics")
                .hasSizeLessThanOrEqualTo(MOST_WITH_SEGMENT_IDS);
        assertThat(loaded)
                .contains("io.leafid.segment.buffer.SegmentAllocator")
                .hasSizeLessThanOrEqualTo(MOST_WITH_AN_ID);
    }

    @Test
    void startWithoutEngineLoadsHardlyAny() throws Exception {
        assertThat(loaded())
                .contains("io.leafid.autoconfigure.properties.UnwrittenSettings")
                .hasSizeLessThanOrEqualTo(MOST_WITHOUT_ENGINE);
    }

    private List<String> loaded(String... settings) throws Exception {
        Path log = directory.resolve("classes.log");
        List<String> command = ChildJvm.commandOn(classPath(), Application.class, "-Xlog:class+load:file=" + log);
        command.add("--spring.datasource.url=jdbc:h2:mem:start");
        command.addAll(List.of(settings));
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("LEAF")); // a setting of Leaf, whatever it is for
        Process process = builder.start();
        boolean hasEnded = process.waitFor(2, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(hasEnded && process.waitFor() == 0)
                .as(Files.readString(output))
                .isTrue();
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(LOADED::matcher)
                    .filter(Matcher::find)
                    .map(found -> found.group(1))
                    .filter(name -> !name.equals(Application.class.getName()))
                    .toList();
        }
    }

    /** That of an application with Leaf's starter for databases. */
    private String classPath() throws IOException, URISyntaxException {
        List<String> entries = new ArrayList<>();
        entries.add(copyOf(Application.class).toString());
        copyOf(Ready.class);
        for (Class<?> each : List.of(IdGenerator.class, SqlDialect.class, LeafAutoConfiguration.class)) {
            entries.add(Path.of(each.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> JARS.matcher(String.valueOf(Path.of(entry).getFileName()))
                        .matches())
                .forEach(entries::add);
        return entries.stream().distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private Path copyOf(Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        Path copy = directory.resolve("application").resolve(name);
        Files.createDirectories(Objects.requireNonNull(copy.getParent()));
        try (InputStream content = Objects.requireNonNull(type.getClassLoader().getResourceAsStream(name))) {
            Files.copy(content, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return directory.resolve("application");
    }

    /** Takes an id if it has a generator, and ends. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        public static void main(String[] arguments) {
            try (ConfigurableApplicationContext context =
                    new SpringApplicationBuilder(Application.class).run(arguments)) {
                Ready.now();
                context.getBeanProvider(IdGenerator.class).ifAvailable(ids -> ids.nextId("order"));
            }
        }
    }

    /** Marks the end of the start in the list of classes. */
    static final class Ready {

        private Ready() {}

        static void now() {}
    }
}
