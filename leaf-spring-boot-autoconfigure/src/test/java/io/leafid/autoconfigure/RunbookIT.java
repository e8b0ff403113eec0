package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerator;
import io.leafid.SegmentUnavailableException;
import io.leafid.SnowflakeId;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** The statements of docs/run/ids-have-stopped.md, as they stand there, in the situations that their boxes are about. */
class RunbookIT {

    private static final Path PAGE = Path.of("..", "docs", "run", "ids-have-stopped.md");

    private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory;

    enum Kind {
        MARIA_DB,
        POSTGRES;

        TestDatabase database() {
            return (this == MARIA_DB) ? MariaDb.database() : Postgres.database();
        }

        /** A statement as the page says to write it for this kind of database. */
        String statement(String shown) {
            return (this == MARIA_DB)
                    ? shown
                    : shown.replace("UNIX_TIMESTAMP() * 1000", "EXTRACT(EPOCH FROM now()) * 1000")
                            .replace("FROM_UNIXTIME(seen_at / 1000)", "to_timestamp(seen_at / 1000)");
        }
    }

    /** The statements of a box. */
    private static List<String> statements(String box) throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("\n## " + box + "\n");
        int end = page.indexOf("\n## ", begin + 1);
        return SQL.matcher(page.substring(begin, end))
                .results()
                .flatMap(block -> Stream.of(block.group(1).split(";")))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    /** Runs the statements of a box; returns how many rows were read or changed. */
    private static int run(String box, Kind kind, JdbcTemplate jdbc) throws IOException {
        int rows = 0;
        for (String shown : statements(box)) {
            String statement = kind.statement(shown);
            rows += statement.toUpperCase(Locale.ROOT).startsWith("SELECT")
                    ? jdbc.queryForList(statement).size()
                    : jdbc.update(statement);
        }
        return rows;
    }

    private SpringApplicationBuilder application(TestDatabase database, String host) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(Map.of(
                        "spring.main.banner-mode",
                        "off",
                        "leaf.name",
                        "orders",
                        "leaf.jdbc.url",
                        database.url(),
                        "leaf.jdbc.username",
                        database.user(),
                        "leaf.jdbc.password",
                        database.password(),
                        "leaf.snowflake.host",
                        host,
                        "leaf.snowflake.port",
                        "8080",
                        "leaf.snowflake.state-directory",
                        directory.resolve(host).toString()));
    }

    private ConfigurableApplicationContext segments(TestDatabase database) {
        return application(database, "10.0.0.1").run("--leaf.segment.enabled=true");
    }

    private ConfigurableApplicationContext snowflake(TestDatabase database, String host) {
        return application(database, host)
                .run(
                        "--leaf.snowflake.enabled=true",
                        "--leaf.snowflake.mode=mysql",
                        "--leaf.snowflake.worker-ids=0-0",
                        "--leaf.snowflake.report-interval=1s",
                        "--leaf.jdbc.initialize-schema=always");
    }

    private static TestDatabase withRow(Kind kind) {
        TestDatabase database = kind.database().with("leaf_alloc");
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 100, 10)");
        database.jdbc().execute("CREATE TABLE shop_order (id BIGINT PRIMARY KEY)");
        return database;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void idsFlowAgainAfterARewoundRowWasSetAboveAllIds(Kind kind) throws IOException {
        TestDatabase database = withRow(kind);
        try (ConfigurableApplicationContext context = segments(database)) {
            IdGenerator ids = context.getBean(IdGenerator.class);
            ids.nextIds("order", 15);
            database.jdbc().update("UPDATE leaf_alloc SET max_id = 1 WHERE biz_tag = 'order'");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            ids.nextId("order");
                        }
                    })
                    .isInstanceOf(SegmentUnavailableException.class)
                    .hasMessageContaining("was rewound");

            assertThat(run("A row was rewound", kind, database.jdbc())).isEqualTo(2);

            await().atMost(Duration.ofSeconds(30))
                    .ignoreException(SegmentUnavailableException.class)
                    .until(() -> ids.nextId("order") >= 2_000_000);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void statementsAboutRowsOfTagsDoWhatTheirBoxesSay(Kind kind) throws IOException {
        TestDatabase database = withRow(kind);
        JdbcTemplate jdbc = database.jdbc();

        assertThat(run("The database does not answer", kind, jdbc)).isOne();
        assertThat(run("The database failed over, or was restored", kind, jdbc)).isOne();
        assertThat(maxId(jdbc)).isEqualTo(10_000_100);
        assertThat(run("One of several databases", kind, jdbc))
                .as("it is above already")
                .isZero();
        assertThat(run("Calls wait", kind, jdbc)).isOne();
        assertThat(jdbc.queryForObject("SELECT step FROM leaf_alloc", Integer.class))
                .isEqualTo(100_000);
    }

    private static @Nullable Long maxId(JdbcTemplate jdbc) {
        return jdbc.queryForObject("SELECT max_id FROM leaf_alloc", Long.class);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void workerIdOfAnInstanceThatIsGoneIsTakenOnceItsRowIsDeleted(Kind kind) throws IOException {
        TestDatabase database = kind.database();
        JdbcTemplate jdbc = database.jdbc();
        snowflake(database, "10.0.0.9").close();
        assertThatThrownBy(() -> snowflake(database, "10.0.0.8"))
                .hasStackTraceContaining("are taken: 0 by 10.0.0.9:8080");
        assertThat(run("The registry of worker ids does not answer", kind, jdbc))
                .isEqualTo(2);

        await().atMost(Duration.ofSeconds(30)).until(() -> run("No worker id is free", kind, jdbc) == 2);

        try (ConfigurableApplicationContext context = snowflake(database, "10.0.0.8")) {
            SnowflakeIdGenerator ids = context.getBean(SnowflakeIdGenerator.class);
            SnowflakeId id = ids.layout().unpack(ids.nextId());
            assertThat(id.workerId()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void recordOfARunningInstanceIsNotDeletedByTheStatement(Kind kind) throws IOException {
        TestDatabase database = kind.database();
        try (ConfigurableApplicationContext context = snowflake(database, "10.0.0.9")) {
            assertThat(context.getBean(IdGenerator.class).nextId("order")).isPositive();
            assertThat(run("No worker id is free", kind, database.jdbc())).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void pageSaysWhatIsWrittenOtherwiseForAnotherDatabase(Kind kind) throws IOException {
        Matcher written =
                Pattern.compile("`([^`]+)` in\\s+place of\\s+`([^`]+)`").matcher(Files.readString(PAGE));
        int count = 0;
        while (written.find()) {
            count++;
            assertThat(kind.statement(written.group(2)))
                    .isEqualTo(kind == Kind.MARIA_DB ? written.group(2) : written.group(1));
        }
        assertThat(count).isEqualTo(2);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        LeafAutoConfiguration.class,
        LeafSegmentAutoConfiguration.class,
        LeafSnowflakeAutoConfiguration.class
    })
    static class Application {}
}
