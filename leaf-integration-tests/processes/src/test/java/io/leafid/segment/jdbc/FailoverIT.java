package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.LeafEvent;
import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.FreePorts;
import io.leafid.testing.MariaDb;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.MySql;
import io.leafid.testing.MySqlServer;
import io.leafid.testing.Postgres;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The address that nodes know leads to another server, which lacks the last range that one of them was granted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailoverIT {

    private static final long MARGIN = 1_000;

    private MariaDbServer otherMariaDb;
    private EmbeddedPostgres otherPostgres;
    private @Nullable MySqlServer otherMySql;

    @BeforeAll
    void startServersThatTakeOver() throws IOException {
        otherMariaDb = MariaDbServer.start();
        otherPostgres = EmbeddedPostgres.builder().start();
        otherMySql = MySqlServer.isThere() ? MySqlServer.start() : null;
    }

    @AfterAll
    void stopServersThatTakeOver() throws IOException {
        otherMariaDb.close();
        if (otherMySql != null) {
            otherMySql.close();
        }
        otherPostgres.close();
    }

    Stream<Arguments> servers() {
        TestDatabase mariaDb = MariaDb.database();
        TestDatabase takesOver = otherMariaDb.newDatabase();
        TestDatabase postgres = onOtherPostgres();
        Stream<Arguments> mySql =
                Stream.ofNullable(otherMySql).map(server -> Arguments.of(MySql.database(), server.newDatabase()));
        Stream<Arguments> others = Stream.of(
                Arguments.of(mariaDb, takesOver),
                Arguments.of(
                        MariaDb.withConnectorJ(MariaDb.database()), MariaDb.withConnectorJ(otherMariaDb.newDatabase())),
                Arguments.of(Postgres.database(), postgres));
        return Stream.concat(others, mySql);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void withSkipNothingThatTheFormerServerGrantedIsGrantedAgain(TestDatabase primary, TestDatabase successor) {
        Cluster cluster = new Cluster(primary, successor);
        Node one = cluster.node(MARGIN);
        Node two = cluster.node(MARGIN);
        cluster.loseLastGrantOf(one, two);

        assertThat(one.allocate("order")).isEqualTo(new AllocatedSegment(21 + MARGIN, 31 + MARGIN, 10));
        AllocatedSegment next = one.allocate("order");
        assertThat(next.first()).as("once per fail-over").isEqualTo(31 + MARGIN);
        assertThat(two.allocate("order").first()).isGreaterThan(next.end());
        assertThat(one.events).singleElement().isInstanceOfSatisfying(LeafEvent.SegmentServerChanged.class, event -> {
            assertThat(event.before()).isNotEmpty().isNotEqualTo(event.now());
            assertThat(event.now()).isNotEmpty();
            assertThat(event.skipped()).isEqualTo(MARGIN);
        });
    }

    @ParameterizedTest
    @MethodSource("servers")
    void withContinueTheLostRangeIsGrantedAgainAndTheChangeIsAnnounced(TestDatabase primary, TestDatabase successor) {
        Cluster cluster = new Cluster(primary, successor);
        Node one = cluster.node(0);
        Node two = cluster.node(0);
        AllocatedSegment lost = cluster.loseLastGrantOf(one, two);

        assertThat(one.allocate("order")).as("what is at stake").isEqualTo(lost);
        assertThat(one.events).hasSize(1).hasOnlyElementsOfType(LeafEvent.SegmentServerChanged.class);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void restOfALostRangeIsNotGivenBackToTheServerThatGrantedItOnceMore(TestDatabase primary, TestDatabase successor) {
        Cluster cluster = new Cluster(primary, successor);
        Node one = cluster.node(0);
        Node two = cluster.node(0);
        AllocatedSegment lost = cluster.loseLastGrantOf(one, two);
        assertThat(one.allocate("order")).isEqualTo(lost);
        successor.jdbc().update("UPDATE leaf_alloc SET update_time = TIMESTAMP '2001-01-01 00:00:00'");

        assertThat(two.store.giveBack("order", lost.first(), lost.end())).isFalse();
        assertThat(one.store.giveBack("order", lost.first(), lost.end()))
                .as("nothing is, once another server was seen")
                .isFalse();
    }

    @Test
    void promotedReplicaOfPostgresIsAnotherServerAtTheSameAddress(@TempDir Path home) throws Exception {
        Path data = home.resolve("data");
        int port = FreePorts.next();
        Node node;
        EmbeddedPostgres primary = start(data, port);
        try {
            TestDatabase database = onPostgres(primary);
            database.with(JdbcSegmentStore.DEFAULT_TABLE);
            insertRow(database, 1);
            node = new Node(database.unpooled(), database.dialect(), 0);
            assertThat(node.allocate("order")).isEqualTo(new AllocatedSegment(1, 11, 10));
        } finally {
            primary.close();
        }

        EmbeddedPostgres restarted = start(data, port);
        try {
            assertThat(node.allocate("order"))
                    .as("a restart is no change where nothing is skipped")
                    .isEqualTo(new AllocatedSegment(11, 21, 10));
        } finally {
            restarted.close();
        }

        Files.createFile(data.resolve("standby.signal"));
        EmbeddedPostgres replica = start(data, port);
        try {
            JdbcTemplate jdbc = new JdbcTemplate(replica.getPostgresDatabase());
            jdbc.execute("SELECT pg_promote()");
            await().atMost(Duration.ofMinutes(1))
                    .until(() ->
                            Boolean.FALSE.equals(jdbc.queryForObject("SELECT pg_is_in_recovery()", Boolean.class)));

            assertThat(node.allocate("order")).isEqualTo(new AllocatedSegment(21, 31, 10));
            assertThat(node.events).hasSize(1);
        } finally {
            replica.close();
        }
    }

    private static EmbeddedPostgres start(Path data, int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setPGStartupWait(Duration.ofMinutes(1))
                .start();
    }

    private TestDatabase onOtherPostgres() {
        String name = "successor_" + System.nanoTime();
        new JdbcTemplate(otherPostgres.getPostgresDatabase()).execute("CREATE DATABASE " + name);
        return new TestDatabase(
                "jdbc:postgresql://127.0.0.1:" + otherPostgres.getPort() + "/" + name,
                "postgres",
                "postgres",
                SqlDialect.POSTGRESQL);
    }

    private static TestDatabase onPostgres(EmbeddedPostgres server) {
        String url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres";
        return new TestDatabase(url, "postgres", "postgres", SqlDialect.POSTGRESQL);
    }

    private static void insertRow(TestDatabase database, long maxId) {
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', ?, 10)", maxId);
    }

    /** A primary, and a replica that takes over before the last range has reached it. */
    private static final class Cluster extends DelegatingDataSource {

        private final TestDatabase primary;
        private final TestDatabase successor;

        Cluster(TestDatabase primary, TestDatabase successor) {
            super(primary.unpooled());
            this.primary = primary.with(JdbcSegmentStore.DEFAULT_TABLE);
            this.successor = successor.with(JdbcSegmentStore.DEFAULT_TABLE);
            insertRow(primary, 1);
        }

        Node node(long margin) {
            return new Node(this, primary.dialect(), margin);
        }

        /** Both nodes know the primary; what it grants to the second one is lost in the fail-over. */
        AllocatedSegment loseLastGrantOf(Node first, Node second) {
            assertThat(first.allocate("order")).isEqualTo(new AllocatedSegment(1, 11, 10));
            insertRow(
                    successor,
                    Objects.requireNonNull(primary.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class)));
            AllocatedSegment lost = second.allocate("order");
            assertThat(lost).isEqualTo(new AllocatedSegment(11, 21, 10));
            setTargetDataSource(successor.unpooled());
            return lost;
        }
    }

    private static final class Node {

        final List<LeafEvent> events = new ArrayList<>();
        private final JdbcSegmentStore store;

        Node(DataSource dataSource, SqlDialect dialect, long margin) {
            this.store = new JdbcSegmentStore(
                    dataSource,
                    dialect,
                    JdbcSegmentStore.DEFAULT_TABLE,
                    Duration.ofSeconds(10),
                    new FailoverPolicy(margin, events::add, TimeSource.system()));
        }

        AllocatedSegment allocate(String tag) {
            return store.allocate(tag, 10, 0);
        }
    }
}
