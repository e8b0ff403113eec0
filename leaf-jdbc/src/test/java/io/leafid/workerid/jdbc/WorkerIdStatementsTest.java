package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.SqlDialect;
import io.leafid.jdbc.TableName;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkerIdStatementsTest {

    /** On SQLite, CURRENT_TIMESTAMP is a text without milliseconds. */
    @ParameterizedTest
    @EnumSource
    void everyChangeWritesItsTimeAsTheDialectSays(SqlDialect dialect) {
        WorkerIdStatements.Changes changes =
                WorkerIdStatements.of(new TableName("ids"), dialect).changes();

        assertThat(changes.insert())
                .contains("%1$s, %1$s)".formatted(dialect.sql().moment()));
        assertThat(Stream.of(changes.takeOver(), changes.extend(), changes.release()))
                .allSatisfy(change -> assertThat(change)
                        .contains("update_time = " + dialect.sql().moment()));
    }
}
