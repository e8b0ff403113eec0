package io.leafid.integration.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.testing.MariaDb;
import io.leafid.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Keys of sharded tables come from Leaf, which has a database of its own; no key is in two shards. */
@SpringBootTest(
        classes = ShardedApplication.class,
        properties = {
            "spring.datasource.driver-class-name=org.apache.shardingsphere.driver.ShardingSphereDriver",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.tags.slip.text=S-{id:04}-{check}",
            "leaf.jdbc.initialize-schema=always"
        })
@DirtiesContext // whose application would be one of several for the next class
class ShardedKeysTest {

    private static final TestDatabase FIRST = MariaDb.database();
    private static final TestDatabase SECOND = MariaDb.database();

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private IdGenerator ids;

    @DynamicPropertySource
    static void databases(DynamicPropertyRegistry registry) {
        TestDatabase own = MariaDb.database();
        for (TestDatabase shard : List.of(FIRST, SECOND)) {
            shard.jdbc().execute("CREATE TABLE orders (id BIGINT NOT NULL PRIMARY KEY, item VARCHAR(100))");
            shard.jdbc().execute("CREATE TABLE slips (id VARCHAR(20) NOT NULL PRIMARY KEY, item VARCHAR(100))");
            shard.jdbc().execute("CREATE TABLE invoices (id BIGINT NOT NULL PRIMARY KEY, item VARCHAR(100))");
        }
        String url = "jdbc:shardingsphere:absolutepath:" + configuration();
        registry.add("spring.datasource.url", () -> url);
        registry.add("leaf.jdbc.url", own::url);
        registry.add("leaf.jdbc.username", own::user);
        registry.add("leaf.jdbc.password", own::password);
    }

    private static Path configuration() {
        try (InputStream stream = ShardedKeysTest.class.getResourceAsStream("/sharding.yaml")) {
            String text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8)
                    .replace("{first}", FIRST.url())
                    .replace("{second}", SECOND.url())
                    .replace("{user}", FIRST.user())
                    .replace("{password}", FIRST.password());
            return Files.writeString(Files.createTempFile("leaf-sharding", ".yaml"), text);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static List<Long> keys(TestDatabase shard, String table) {
        return shard.jdbc().queryForList("SELECT id FROM " + table, Long.class);
    }

    @Test
    void keysAreDistinctOverTheShards() {
        for (int i = 0; i < 500; i++) {
            jdbc.update("INSERT INTO orders (item) VALUES (?)", "book " + i);
        }
        jdbc.update("INSERT INTO orders (item) VALUES (?), (?), (?)", "tea", "milk", "cake");

        List<Long> inFirst = keys(FIRST, "orders");
        List<Long> inSecond = keys(SECOND, "orders");
        assertThat(inFirst).hasSizeBetween(200, 303);
        List<Long> all = new ArrayList<>(inFirst);
        all.addAll(inSecond);
        assertThat(all).hasSize(503).doesNotHaveDuplicates();
        assertThat(all.stream().mapToLong(Long::longValue).max()).hasValue(ids.nextId("order") - 1);
    }

    @Test
    void tagIsTheLogicTableWhereNoneIsNamed() {
        jdbc.update("INSERT INTO invoices (item) VALUES (?)", "book");

        assertThat(ids.nextId("invoices")).isEqualTo(2);
    }

    @Test
    void keyIsATextWhereThatIsAskedFor() {
        jdbc.update("INSERT INTO slips (item) VALUES (?), (?)", "book", "tea");
        jdbc.update("INSERT INTO slips (item) VALUES (?)", "milk");

        assertThat(jdbc.queryForList("SELECT id FROM slips ORDER BY id", String.class))
                .containsExactly("S-0001-18", "S-0002-15", "S-0003-12");
    }

    @Test
    void assignedKeyStays() {
        jdbc.update("INSERT INTO invoices (id, item) VALUES (?, ?)", 1_000_001L, "imported");

        assertThat(jdbc.queryForObject("SELECT item FROM invoices WHERE id = ?", String.class, 1_000_001L))
                .isEqualTo("imported");
    }
}
