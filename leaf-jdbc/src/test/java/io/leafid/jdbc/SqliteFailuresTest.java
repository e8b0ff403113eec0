package io.leafid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;

/** The driver of SQLite knows no SQL states; its failures are told apart all the same. */
class SqliteFailuresTest {

    private static final String TABLE = "leaf_alloc";

    private static final String INSERT = "INSERT INTO leaf_alloc (biz_tag, step) VALUES ('order', 10)";

    @TempDir
    private Path directory;

    @Test
    void missingTableAndColumnAreKnown() {
        TestDatabase database = TestDatabase.sqlite(directory);

        assertFails(database, INSERT, BadSqlGrammarException.class)
                .satisfies(ex -> assertThat(SqlFailures.isMissingTable(ex)).isTrue());
        database.with(TABLE);
        assertFails(database, "SELECT absent FROM leaf_alloc", BadSqlGrammarException.class)
                .satisfies(ex -> assertThat(SqlFailures.isMissingTable(ex)).isFalse());
    }

    @Test
    void duplicateIsKnown() {
        TestDatabase database = TestDatabase.sqlite(directory).with(TABLE);
        database.jdbc().execute(INSERT);

        assertFails(database, INSERT, DuplicateKeyException.class);
    }

    @Test
    void lockedFileIsKnown() throws Exception {
        TestDatabase database = TestDatabase.sqlite(directory).with(TABLE);
        try (Connection other = database.unpooled().getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute(INSERT);

            assertFails(database, INSERT, CannotAcquireLockException.class)
                    .satisfies(ex -> assertThat(SqlFailures.isOfFile(ex)).isTrue());
            other.rollback();
        }
    }

    @Test
    void fileThatCannotBeWrittenIsKnown() {
        TestDatabase database = TestDatabase.sqlite(directory).with(TABLE);

        assertFails(database.withUrl(database.url() + "?open_mode=1"), INSERT, DataAccessResourceFailureException.class)
                .withMessageContaining("SQLITE_READONLY");
    }

    @Test
    void fullDiskIsKnown() {
        TestDatabase database = TestDatabase.sqlite(directory).with(TABLE);
        String large = "INSERT INTO leaf_alloc (biz_tag, step, description) VALUES ('order', 10, zeroblob(100000))";

        assertFails(
                        database.withUrl(database.url() + "?max_page_count=3"),
                        large,
                        DataAccessResourceFailureException.class)
                .withMessageContaining("SQLITE_FULL");
    }

    private static ThrowableAssertAlternative<DataAccessException> assertFails(
            TestDatabase database, String statement, Class<? extends DataAccessException> type) {
        OwnStatements statements = new OwnStatements(database.unpooled(), database.dialect(), Duration.ofSeconds(1));
        return assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> statements.execute(jdbc -> jdbc.update(statement)))
                .satisfies(ex -> assertThat(ex).isInstanceOf(type));
    }
}
