package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.leafid.autoconfigure.properties.rules.BoundSettings;
import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.env.PropertiesPropertySourceLoader;
import org.springframework.boot.env.PropertySourceLoader;
import org.springframework.boot.env.RandomValuePropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.test.context.TestContextManager;

/** What a reader copies from the README and the manuals works. */
class SnippetsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("(?m)^( *)```(\\w+)\\n(.*?)^ *```$", Pattern.DOTALL);

    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|IT|Contract))\\.(\\w+)`");

    private static final Pattern SHOWN_FILE =
            Pattern.compile("<!-- (\\S+\\.(?:java|kt)) -->\n```\\w+\n(.*?)```", Pattern.DOTALL);

    private static final Pattern CLASS = Pattern.compile("(?m)^class (\\w+)");

    private static final String IMPORTS = """
            import static org.assertj.core.api.Assertions.*;
            import io.leafid.*;
            import io.leafid.segment.*;
            import io.leafid.segment.store.*;
            import io.leafid.test.*;
            import io.leafid.test.segment.*;
            import io.leafid.test.time.*;
            import io.leafid.test.workerid.*;
            import io.leafid.time.*;
            import io.leafid.workerid.*;
            import org.springframework.context.annotation.*;
            import java.util.*;
            import org.junit.jupiter.api.*;
            import org.springframework.beans.factory.annotation.*;
            import org.springframework.boot.test.context.*;
            import org.springframework.test.context.bean.override.convention.*;
            import org.springframework.context.event.EventListener;
            import org.springframework.stereotype.*;
            import org.springframework.stereotype.Component; // io.leafid.workerid has one too
            """;

    @TempDir
    private Path classes;

    record Snippet(String file, String language, String text) {

        @Override
        public String toString() {
            return file + ": " + text.lines().findFirst().orElse("");
        }
    }

    static Stream<Snippet> settings() throws IOException {
        return snippets()
                .filter(snippet -> List.of("yaml", "properties").contains(snippet.language()))
                .filter(snippet -> !snippet.text().contains("{id")) // of modules that are built later, as the next two
                .filter(snippet -> !snippet.text().contains("databases:"))
                .filter(snippet -> !snippet.file().equals("docs/run/service.md"));
    }

    /** Those of modules that are built later are compiled there, or by the walk of README. */
    static Stream<Snippet> code() throws IOException {
        return snippets()
                .filter(snippet -> snippet.language().equals("java"))
                .filter(snippet -> !List.of("docs/start/entities.md", "docs/start/plain-java.md")
                        .contains(snippet.file()))
                .filter(snippet -> !snippet.text().contains("@LeafId"))
                .filter(snippet -> !snippet.text().contains("ublicId"));
    }

    private static Stream<Snippet> snippets() throws IOException {
        List<Path> pages;
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            pages = Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            docs.filter(file -> file.toString().endsWith(".md")))
                    .sorted()
                    .toList();
        }
        Stream.Builder<Snippet> snippets = Stream.builder();
        for (Path page : pages) {
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                String text = block.group(3).replaceAll("(?m)^" + block.group(1), "");
                snippets.add(new Snippet(ROOT.relativize(page).toString(), block.group(2), text));
            }
        }
        return snippets.build();
    }

    /** Named by its text, since a page may have several that begin alike. */
    private static List<PropertySource<?>> load(Snippet snippet) {
        PropertySourceLoader loader = snippet.language().equals("yaml")
                ? new YamlPropertySourceLoader()
                : new PropertiesPropertySourceLoader();
        try {
            return loader.load(
                    snippet.text(), new ByteArrayResource(snippet.text().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void settingsAreUnderstood(Snippet snippet) {
        StandardEnvironment environment = new StandardEnvironment();
        RandomValuePropertySource.addToEnvironment(environment); // as an application has it
        load(snippet).forEach(environment.getPropertySources()::addLast);

        assertThatCode(() -> BoundSettings.of(environment)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("code")
    void codeCompiles(Snippet snippet) {
        String body = snippet.text().contains("class ")
                ? snippet.text()
                : "class Statements { void run(IdGenerator ids, TextIds texts) {\n" + snippet.text() + "} }";
        compile(IMPORTS + body);
    }

    private void compile(String source) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<String> options =
                List.of("-proc:none", "-d", classes.toString(), "-classpath", System.getProperty("java.class.path"));

        boolean compiles = ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problems, options, null, List.of(new Source(source)))
                .call();

        assertThat(compiles).as("%s", problems.getDiagnostics()).isTrue();
    }

    @Test
    void entitiesOfTheManualAreThoseThatTheTestsStore() throws IOException {
        List<MatchResult> shown = SHOWN_FILE
                .matcher(Files.readString(ROOT.resolve("docs/start/entities.md")))
                .results()
                .toList();

        assertThat(shown)
                .hasSize(3)
                .allSatisfy(each ->
                        assertThat(ROOT.resolve(each.group(1))).content().endsWith(each.group(2)));
    }

    /** Each in the application of its package, as a reader has them. */
    @Test
    void testsOfThePageAboutTestingPass() throws Exception {
        int run = 0;
        for (Snippet snippet : code().filter(each -> each.file().equals("docs/start/testing.md"))
                .toList()) {
            compile("package io.leafid.snippets;\n" + IMPORTS + snippet.text());
            Matcher name = CLASS.matcher(snippet.text());
            assertThat(name.find()).isTrue();
            try (URLClassLoader loader =
                    new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
                run += run(loader.loadClass("io.leafid.snippets." + name.group(1)));
            }
        }
        assertThat(run).isEqualTo(3);
    }

    /** Calls the test methods of a class; returns how many there are. */
    private static int run(Class<?> type) throws Exception {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object test = constructor.newInstance();
        if (type.isAnnotationPresent(SpringBootTest.class)) {
            new TestContextManager(type).prepareTestInstance(test);
        }
        int count = 0;
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                method.setAccessible(true);
                method.invoke(test);
                count++;
            }
        }
        return count;
    }

    /** As Spring's cache of contexts has them, with what the page about testing recommends. */
    @Test
    void contextsOfATestSuiteLiveSideBySide() throws IOException {
        SpringApplicationBuilder application = new SpringApplicationBuilder(Enabled.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "spring.application.name=shop",
                        "leaf.segment.wait-timeout=60s") // a busy machine is no outage
                .initializers(new Settings(snippets()
                        .filter(snippet -> snippet.file().equals("docs/start/testing.md"))
                        .filter(snippet -> snippet.language().equals("yaml"))
                        .toList()));
        try (ConfigurableApplicationContext first = application.run();
                ConfigurableApplicationContext second = application.run()) {
            for (ConfigurableApplicationContext context : List.of(first, second)) {
                assertThat(context.getBean(SegmentIdGenerator.class).nextId("order"))
                        .isPositive();
                assertThat(context.getBean(SnowflakeIdGenerator.class).nextId()).isPositive();
            }
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class,
        DataSourceAutoConfiguration.class
    })
    static class Enabled {}

    /** Settings in a file of the application. */
    private record Settings(List<Snippet> snippets)
            implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            for (Snippet snippet : snippets) {
                load(snippet).forEach(context.getEnvironment().getPropertySources()::addLast);
            }
        }
    }

    @Test
    void tableOfWorkerIdsInTheManualIsTheOneThatLeafCreates() throws IOException {
        String text = SchemaScript.of(SqlDialect.MYSQL)
                .text(JdbcWorkerIdHolder.DEFAULT_TABLE, new TableName(JdbcWorkerIdHolder.DEFAULT_TABLE));

        assertThat(snippets().filter(snippet -> snippet.file().equals("docs/run/migration/modes.md")))
                .extracting(Snippet::text)
                .contains(text);
    }

    @Test
    void everyTestThatAPageNamesExists() throws IOException {
        List<Path> tests;
        try (Stream<Path> files = Files.walk(ROOT)) {
            tests = files.filter(file -> file.toString().contains("src/test/java")
                            || file.startsWith(ROOT.resolve("leaf-spring-boot-test/src/main/java")))
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
        }
        Matcher named = TEST.matcher(Files.readString(ROOT.resolve("docs/proof/evidence.md")));
        int count = 0;
        while (named.find()) {
            count++;
            String name = named.group();
            String file = named.group(1) + ".java";
            assertThat(tests.stream().filter(test -> test.endsWith(file)).toList())
                    .as(name)
                    .singleElement()
                    .satisfies(test -> assertThat(Files.readString(test)).contains("void " + named.group(2) + "("));
        }
        assertThat(count).isGreaterThan(80);
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///Snippet.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
