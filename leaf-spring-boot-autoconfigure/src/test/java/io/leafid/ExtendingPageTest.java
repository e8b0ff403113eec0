package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about extending speaks of what there is; its code is compiled and run elsewhere. */
class ExtendingPageTest {

    private static final Path PAGE = Path.of("../docs/contribute/extending.md");

    private static final List<Path> SOURCES = Stream.concat(
                    SourceTrees.ROOTS.stream(),
                    Stream.of(
                            Path.of("src/test/java"),
                            Path.of("../leaf-core/src/test/java"),
                            Path.of("../leaf-jdbc/src/test/java"),
                            Path.of("../leaf-jdbc/src/testing/java"),
                            Path.of("../leaf-zookeeper/src/test/java"),
                            Path.of("../leaf-spring-boot-test/src/main/java")))
            .toList();

    private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```");

    /** A type in code, alone or with one of its members. */
    private static final Pattern TYPE = Pattern.compile("`@?([A-Z][A-Za-z]+)(?:\\.([A-Za-z]+))?[^`]*`");

    /** Types of Java and Spring, and the name of a class that a reader writes. */
    private static final Set<String> OTHERS = Set.of(
            "DataSource",
            "EventListener",
            "Integer",
            "Lazy",
            "ConditionalOnMissingBean",
            "SmartLifecycle",
            "UPDATE",
            "XyzFacts");

    @Test
    void everyTypeAndMemberThatThePageNamesExists() throws IOException {
        Map<String, String> sources = sourceByType();
        List<MatchResult> named = TYPE.matcher(prose())
                .results()
                .filter(type -> !OTHERS.contains(type.group(1)))
                .toList();

        assertThat(named).hasSizeGreaterThan(30).allSatisfy(type -> {
            assertThat(sources).containsKey(type.group(1));
            assertThat(sources.get(type.group(1))).contains(type.group(2) == null ? type.group(1) : type.group(2));
        });
    }

    @Test
    void everyFileThatTheWaysOfAModeAndADialectNameExists() {
        Path resources = Path.of("src/main/resources");

        assertThat(resources.resolve("META-INF/additional-spring-configuration-metadata.json"))
                .exists();
        assertThat(Path.of("../leaf-jdbc/src/main/resources/io/leafid/jdbc/schema-h2.sql"))
                .exists();
        assertThat(Path.of("../leaf-jdbc/src/main/java/io/leafid/jdbc/SqliteFacts.java"))
                .exists();
        assertThat(Path.of("../.ci/extending/check")).exists();
        assertThat(Path.of("../leaf-zookeeper/src/main/java/io/leafid/workerid/zookeeper/package-info.java"))
                .exists();
        assertThat(prose())
                .contains(
                        "additional-spring-configuration-metadata.json",
                        "io/leafid/jdbc/schema-<id>.sql",
                        "`.ci/extending`",
                        "io.leafid.workerid.<registry>");
    }

    private static String prose() {
        try {
            return CODE_BLOCK.matcher(Files.readString(PAGE)).replaceAll("");
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }

    private static Map<String, String> sourceByType() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (Path root : SOURCES) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            }
        }
        return sources;
    }
}
