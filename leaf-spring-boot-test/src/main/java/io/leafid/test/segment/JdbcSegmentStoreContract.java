package io.leafid.test.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.jdbc.SchemaScript;
import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * The contract of the store on one kind of database, and what the table's layout promises to original nodes on all of them. A
 * subclass supplies an empty database; several connections at a time are needed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class JdbcSegmentStoreContract extends SegmentStoreContract {

    /** The time limit of the store under test. */
    protected static final Duration TIMEOUT = Duration.ofMinutes(1);

    private static final int STATEMENT_SECONDS = 60;

    private static final int ROWS_PER_INSERT = 1_000;

    private final DataSource dataSource;
    private final SqlDialect dialect;
    private final JdbcSegmentStore store;

    /**
     * Makes the contract; does not connect yet.
     *
     * @param dataSource the database, which is the test's own; best a pool of eight connections
     * @param dialect the kind of database
     */
    protected JdbcSegmentStoreContract(DataSource dataSource, SqlDialect dialect) {
        this.dataSource = dataSource;
        this.dialect = dialect;
        this.store = storeOn(dataSource);
    }

    /** A store on the default table through another DataSource. */
    protected final JdbcSegmentStore storeOn(DataSource other) {
        return new JdbcSegmentStore(other, dialect, JdbcSegmentStore.DEFAULT_TABLE, TIMEOUT);
    }

    @BeforeAll
    final void makeTable() {
        createTable();
    }

    /** Makes the table; by the script, unless a subclass knows another way that it can come to be. */
    protected void createTable() {
        runScript();
    }

    private void runScript() {
        String table = JdbcSegmentStore.DEFAULT_TABLE;
        jdbc().execute(SchemaScript.of(dialect).text(table, new TableName(table)));
    }

    @BeforeEach
    void emptyTable() {
        jdbc().update("DELETE FROM leaf_alloc");
    }

    /** For statements of the test itself. */
    protected final JdbcTemplate jdbc() {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        jdbc.setQueryTimeout(STATEMENT_SECONDS); // some drivers keep the store's limit on the connection
        return jdbc;
    }

    /** The SQL of a moment. */
    protected String timestamp(String moment) {
        return "TIMESTAMP '" + moment + "'";
    }

    @Override
    protected JdbcSegmentStore store() {
        return store;
    }

    @Override
    protected JdbcSegmentStore storeOfAnotherNode() {
        return storeOn(dataSource);
    }

    @Override
    protected void putRow(String tag, long maxId, long step) {
        deleteRow(tag);
        jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, ?, ?)", tag, maxId, step);
    }

    @Override
    protected void deleteRow(String tag) {
        jdbc().update("DELETE FROM leaf_alloc WHERE biz_tag = ?", tag);
    }

    @Override
    protected long maxId(String tag) {
        return Objects.requireNonNull(
                jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = ?", Long.class, tag));
    }

    @Override
    protected void letTimePass() {
        changedAt("2001-01-01 00:00:00");
    }

    private void changedAt(String moment) {
        jdbc().update("UPDATE leaf_alloc SET update_time = " + timestamp(moment));
    }

    @Test
    void scriptCanBeRunAgainWithoutHarm() {
        putRow("order", 42, 10);
        runScript();

        assertThat(maxId("order")).isEqualTo(42);
    }

    @Test
    void printedScriptCreatesTheTableThatTheStoreUses() {
        String table = "ids_of_mine";
        JdbcSegmentStore other = new JdbcSegmentStore(dataSource, dialect, table, TIMEOUT);
        jdbc().execute(other.ddl().strip().replaceAll(";$", ""));

        assertThat(other.create("order", 10, 1)).isTrue();
        assertThat(other.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10));
        assertThat(store.find("order")).isEmpty();
    }

    @Test
    void rowThatNamesOnlyTagAndStepStartsAtOne() {
        jdbc().update("INSERT INTO leaf_alloc (biz_tag, step, description) VALUES ('order', 2000, 'by hand')");

        assertThat(store.find("order")).contains(new TagRow("order", 1, 2000));
    }

    @Test
    void everyChangeOfTheCounterIsDated() {
        putRow("order", 1, 10);
        letTimePass();
        store.allocate("order", 10, 0);

        assertThat(yearOfUpdate()).isGreaterThan(2001);
        letTimePass();
        store.giveBack("order", 1, 11);

        assertThat(yearOfUpdate()).isGreaterThan(2001);
    }

    @Test
    void statementsOfAGiveBackThatAreRepeatedLaterChangeNothing() throws SQLException {
        putRow("order", 1, 10);
        RecordingDataSource recorder = new RecordingDataSource(dataSource);
        JdbcSegmentStore replayed = storeOn(recorder);
        replayed.allocate("order", 10, 0);
        letTimePass();
        recorder.forget();
        assertThat(replayed.giveBack("order", 1, 11)).isTrue();
        assertThat(recorder.updates()).hasSize(1);
        assertThat(store.allocate("order", 10, 0)).as("by another node").isEqualTo(new AllocatedSegment(1, 11, 10));

        recorder.repeat(recorder.updates());
        assertThat(maxId("order")).as("after the statement").isEqualTo(11);
        recorder.repeat(recorder.statements());
        assertThat(maxId("order")).as("after the transaction").isEqualTo(11);
    }

    @Test
    void rangeIsNotGivenBackBeforeTheClockHasLeftTheMomentOfTheLastChange() {
        putRow("order", 1, 10);
        store.allocate("order", 10, 0);
        changedAt("2037-01-01 00:00:00");

        assertThat(store.giveBack("order", 1, 11)).isFalse();
        assertThat(maxId("order")).isEqualTo(11);
    }

    @Test
    void rangeIsNotGivenBackIfItIsNotKnownWhenTheRowWasChanged() {
        jdbc().execute("DROP TABLE IF EXISTS made_by_hand");
        jdbc().execute("CREATE TABLE made_by_hand (biz_tag VARCHAR(128) NOT NULL PRIMARY KEY, max_id BIGINT NOT NULL,"
                + " step INT NOT NULL, update_time TIMESTAMP NULL)");
        jdbc().update("INSERT INTO made_by_hand (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        JdbcSegmentStore other = new JdbcSegmentStore(dataSource, dialect, "made_by_hand", TIMEOUT);
        other.allocate("order", 10, 0);
        jdbc().update("UPDATE made_by_hand SET update_time = NULL");

        assertThat(other.giveBack("order", 1, 11)).isFalse();
        assertThat(jdbc().queryForObject("SELECT max_id FROM made_by_hand", Long.class))
                .isEqualTo(11);
    }

    @Test
    void tableThatIsMissingIsNotTakenForASafeOne() {
        JdbcSegmentStore early = new JdbcSegmentStore(dataSource, dialect, "made_later", TIMEOUT);

        assertThatExceptionOfType(BadSqlGrammarException.class).isThrownBy(early::findAll);
        jdbc().execute(early.ddl().strip().replaceAll(";$", ""));
        assertThat(early.findAll()).isEmpty();
    }

    private int yearOfUpdate() {
        String moment = jdbc().queryForObject("SELECT update_time FROM leaf_alloc", String.class);
        return Integer.parseInt(Objects.requireNonNull(moment).substring(0, 4));
    }

    @Test
    void allocationIsCommittedOnAPoolWhoseConnectionsDoNotCommitByThemselves() {
        putRow("order", 1, 10);
        JdbcSegmentStore other = storeOn(new Manual(dataSource));
        other.allocate("order", 10, 0);
        letTimePass();

        assertThat(other.create("payment", 10, 1)).isTrue();
        assertThat(other.create("payment", 10, 1)).isFalse();
        assertThat(other.giveBack("order", 6, 11)).isTrue();
        assertThat(maxId("order")).isEqualTo(6);
        assertThat(maxId("payment")).isEqualTo(1);
    }

    @Test
    void hundredThousandTagsAreRead() {
        List<Object[]> rows = IntStream.range(0, 100_000)
                .mapToObj(i -> new Object[] {"tag-" + i, (long) i, 10})
                .toList();
        for (int from = 0; from < rows.size(); from += ROWS_PER_INSERT) {
            insertAll(rows.subList(from, from + ROWS_PER_INSERT));
        }

        assertThat(store.findAll()).hasSize(100_000).contains(new TagRow("tag-77777", 77_777, 10));
    }

    private void insertAll(List<Object[]> rows) {
        String values = String.join(", ", Collections.nCopies(rows.size(), "(?, ?, ?)"));
        jdbc().update(
                        "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES " + values,
                        rows.stream().flatMap(Arrays::stream).toArray());
    }

    /** A pool whose connections do not commit by themselves. */
    private static final class Manual extends DelegatingDataSource {

        Manual(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            connection.setAutoCommit(false);
            return connection;
        }
    }
}
