package io.leafid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.jdbc.SqlDialect;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.zookeeper.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** The README's statements, lists and versions, compared with what they are about. {@code .ci/readme/check} follows its steps. */
class ReadmeTest {

    private static final String TAG = "shop_order";

    private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w+$.*?^```$");

    private static final Pattern TAGS = Pattern.compile(
            "(?:nextIds?|sequence)\\(\"(\\w+)\"|/(?:ids|get)/(\\w+)|VALUES \\('(\\w+)'|name = \"(\\w+)\"");

    private static final Pattern EXCEPTION = Pattern.compile("`(\\w+Exception)`");

    private static final Pattern VERSION = Pattern.compile("\\d+(?:\\.\\d+)*");

    @TempDir
    private Path directory;

    private static String readme() {
        return read(Path.of("..", "README.md"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void isReadInTenMinutes() {
        assertThat(readme().lines()).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void questionsNameEveryExceptionOfACall() {
        List<String> named = EXCEPTION
                .matcher(read(Path.of("..", "docs", "start", "faq.md")))
                .results()
                .map(name -> name.group(1))
                .filter(name -> !name.equals(IdGenerationException.class.getSimpleName())
                        && !name.startsWith("IllegalArgument"))
                .distinct()
                .toList();

        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(IdGenerationException.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
    }

    /** Whose comments alone are in another language. */
    @Test
    void chinesePageHasTheSameCode() {
        assertThat(code(read(Path.of("..", "README.zh-CN.md")))).isEqualTo(code(readme()));
    }

    private static List<String> code(String page) {
        return BLOCK.matcher(page)
                .results()
                .map(block -> block.group().replaceAll("(?m) *(//|#|<!--) .*$", ""))
                .toList();
    }

    /** Which the README has applications import. */
    @Test
    void billOfMaterialsNamesWhatIsPublished() throws IOException {
        List<String> published;
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            published = modules.filter(module -> isPublished(module.resolve("pom.xml")))
                    .map(module -> Path.of("..").relativize(module).toString())
                    .toList();
        }
        String bom = read(Path.of("..", "leaf-bom", "pom.xml"));
        String managed = bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));

        assertThat(Pattern.compile("<artifactId>(.*)</artifactId>")
                        .matcher(managed)
                        .results()
                        .map(artifact -> artifact.group(1)))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    private static boolean isPublished(Path pom) {
        return Files.exists(pom)
                && !read(pom).contains("<packaging>pom</packaging>")
                && !read(pom).contains("<maven.deploy.skip>true");
    }

    @Test
    void oneTagGoesThroughAllSnippets() {
        assertThat(TAGS.matcher(readme()).results().flatMap(ReadmeTest::groups).toList())
                .hasSizeGreaterThan(7)
                .containsOnly(TAG);
    }

    private static Stream<String> groups(MatchResult found) {
        return Stream.of(1, 2, 3, 4).map(found::group).filter(tag -> tag != null);
    }

    static Stream<TestDatabase> databases() {
        return TestDatabases.all();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void statementsMakeATableThatIdsComeFrom(TestDatabase database) {
        assertStatementsWork(database);
    }

    @Test
    void statementsMakeATableThatIdsComeFromInAFile() {
        assertStatementsWork(TestDatabase.sqlite(directory));
    }

    private static void assertStatementsWork(TestDatabase database) {
        JdbcTemplate jdbc = database.jdbc();
        List<String> statements =
                SQL.matcher(readme()).results().map(block -> block.group(1)).toList();
        assertThat(statements).hasSize(2).allSatisfy(statement -> jdbc.execute(statement.strip()));
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=1m",
                        "leaf.jdbc.initialize-schema=never",
                        "leaf.jdbc.url=" + database.url(),
                        "leaf.jdbc.username=" + database.user(),
                        "leaf.jdbc.password=" + database.password())
                .run(context -> assertThat(context.getBean(IdGenerator.class).nextIds(TAG, 1_500))
                        .startsWith(1, 2)
                        .endsWith(1_500));
    }

    @ParameterizedTest
    @EnumSource
    void requirementsAreThoseOfTheSchemas(SqlDialect dialect) throws IOException {
        String firstLine;
        try (InputStream schema = ReadmeTest.class.getClassLoader().getResourceAsStream(dialect.schemaResource())) {
            assertThat(schema).isNotNull();
            firstLine = new String(schema.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElseThrow();
        }
        Matcher product = Pattern.compile("(MySQL|MariaDB|PostgreSQL|H2|SQLite) ([\\d.]+)")
                .matcher(firstLine);

        assertThat(product.results().toList())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(requirement(each.group(1))[2]).startsWith(each.group(2)));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void versionsThatTestsRunAreNamed(TestDatabase database) {
        assertVersions(database);
    }

    @Test
    void versionsOfWhatIsNoServerAreNamed() {
        assertVersions(TestDatabase.sqlite(directory));
        assertThat(Version.getVersion()).startsWith(firstVersion(requirement("ZooKeeper")[3]));
        assertThat(SpringBootVersion.getVersion()).isEqualTo(firstVersion(requirement("Spring Boot")[3]));
    }

    private static void assertVersions(TestDatabase database) {
        database.jdbc().execute((ConnectionCallback<String>) connection -> {
            String[] row = requirement(connection.getMetaData().getDatabaseProductName());
            List<String> named = VERSION.matcher(row[3])
                    .results()
                    .map(MatchResult::group)
                    .filter(version -> !version.equals("2")) // of the driver's name
                    .toList();
            assertThat(connection.getMetaData().getDatabaseProductVersion()).startsWith(named.get(0));
            String driver = connection.getMetaData().getDriverVersion();
            assertThat(named.subList(Math.min(1, named.size() - 1), named.size()))
                    .as("one of them is the driver's, %s", driver)
                    .anyMatch(driver::contains);
            return driver;
        });
    }

    private static String firstVersion(String cell) {
        return VERSION.matcher(cell).results().findFirst().orElseThrow().group();
    }

    /** The cells of the line of the table of versions, from 1. */
    private static String[] requirement(String product) {
        String line = read(Path.of("..", "docs", "decide", "adopt.md"))
                .lines()
                .filter(each -> each.startsWith("| " + product))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no requirement: " + product));
        return line.split("\\s*\\|\\s*");
    }
}
