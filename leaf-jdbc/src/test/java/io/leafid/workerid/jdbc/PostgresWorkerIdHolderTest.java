package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.testing.Postgres;
import io.leafid.workerid.WorkerIdException;
import org.junit.jupiter.api.Test;

/** The holder on PostgreSQL. */
class PostgresWorkerIdHolderTest extends JdbcWorkerIdHolderContract {

    PostgresWorkerIdHolderTest() {
        super(Postgres.database());
    }

    @Test
    void tableThatACrashEmptiesIsNoFitRegistry() {
        jdbc().execute("ALTER TABLE leaf_workerid_alloc SET UNLOGGED");
        try {
            assertThatExceptionOfType(WorkerIdException.UnfitRegistry.class)
                    .isThrownBy(() -> open(node(0)).acquire(request(node(0))))
                    .withMessageContaining("table leaf_workerid_alloc is UNLOGGED")
                    .satisfies(unfit -> assertThat(unfit.remedy()).contains("SET LOGGED"));
        } finally {
            jdbc().execute("ALTER TABLE leaf_workerid_alloc SET LOGGED");
        }
    }
}
