package io.leafid.autoconfigure.databases;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** The settings that docs/run/database.md shows for several databases, each run as it stands but for the addresses. */
class DatabaseSnippetsTest {

    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private static List<String> snippets() throws IOException {
        String manual = Files.readString(Path.of("../docs/run/database.md"));
        int begin = manual.indexOf("\n## Several databases\n");
        String section = manual.substring(begin, manual.indexOf("\n## ", begin + 1));
        return YAML.matcher(section)
                .results()
                .map(MatchResult::group)
                .map(block -> block.substring(block.indexOf('\n') + 1, block.length() - "```".length()))
                .toList();
    }

    /** An application with one snippet, whose databases are others. */
    private static ApplicationContextRunner application(String snippet, String... databases) throws IOException {
        List<PropertySource<?>> shown = new YamlPropertySourceLoader()
                .load("snippet", new ByteArrayResource(snippet.getBytes(StandardCharsets.UTF_8)));
        List<PropertySource<?>> sources = new ArrayList<>();
        for (String name : databases) {
            TestDatabase database = TestDatabase.h2();
            String prefix = "leaf.databases." + name;
            assertThat(shown)
                    .anySatisfy(source -> assertThat(source.getProperty(prefix + ".url"))
                            .asString()
                            .startsWith("jdbc:"));
            Map<String, Object> settings =
                    Map.of(prefix + ".url", database.url(), prefix + ".username", "sa", prefix + ".password", "");
            sources.add(new MapPropertySource(name, settings));
        }
        sources.addAll(shown);
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LeafAutoConfiguration.class,
                        LeafSeveralDatabasesAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withInitializer(
                        context -> sources.forEach(context.getEnvironment().getPropertySources()::addLast))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=2m",
                        "leaf.segment.load-timeout=2m", // so that none counts as hanging on a busy machine
                        "leaf.segment.max-step=100",
                        "leaf.segment.auto-create.step=100",
                        "leaf.segment.auto-create.enabled=true");
    }

    @Test
    void thereAreTheSnippetsThatAreRunHere() throws IOException {
        assertThat(snippets()).hasSize(2);
    }

    @Test
    void tagOfOneDatabaseAlone() throws IOException {
        TestDatabase usual = TestDatabase.h2();
        application(snippets().get(0), "audits")
                .withPropertyValues("leaf.jdbc.url=" + usual.url(), "leaf.jdbc.username=sa")
                .run(context -> {
                    IdGenerator ids = context.getBean(IdGenerator.class);
                    assertThat(ids.nextId("audit")).isEqualTo(1);
                    assertThat(ids.nextId("order")).isEqualTo(1);
                    assertThat(usual.jdbc().queryForList("SELECT biz_tag FROM leaf_alloc", String.class))
                            .containsExactly("order");
                });
    }

    @Test
    void allTagsFromSeveralDatabasesByTurns() throws IOException {
        application(snippets().get(1), "a", "b").run(context -> {
            IdGenerator ids = context.getBean(IdGenerator.class);
            long[] some = ids.nextIds("order", 2_500); // of twenty-five allocations
            assertThat(some).isSorted();
            assertThat(LongStream.of(some).map(id -> id % 4).distinct().sorted().toArray())
                    .containsExactly(0, 1);
        });
    }
}
