package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.jdbc.SqlDialect;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.Patience;
import io.leafid.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The application's DataSource chooses between databases at each connection. */
class RoutingDataSourceTest {

    private static final String PRIMARY = "primary";
    private static final String REPLICA = "replica";

    private final TestDatabase primary = databaseWithCounterAt(1);
    private final TestDatabase replica = databaseWithCounterAt(1_000_000);

    private static TestDatabase databaseWithCounterAt(long maxId) {
        TestDatabase database = TestDatabase.h2().with(JdbcSegmentStore.DEFAULT_TABLE);
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', ?, 10)", maxId);
        return database;
    }

    @Test
    void statementsOfAnAllocationGoToOneDatabaseEvenIfTheRouteChangesAtEachConnection() {
        AtomicInteger connections = new AtomicInteger();
        JdbcSegmentStore store = storeOn(routing(() -> connections.getAndIncrement() % 2 == 0 ? PRIMARY : REPLICA));
        store.findAll();
        connections.set(0); // the first use of a store looks at its table, on a connection of that look

        List<AllocatedSegment> grants = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            grants.add(store.allocate("order", 10, 0));
        }

        assertThat(grants)
                .containsExactly(
                        new AllocatedSegment(1, 11, 10),
                        new AllocatedSegment(1_000_000, 1_000_010, 10),
                        new AllocatedSegment(11, 21, 10),
                        new AllocatedSegment(1_000_010, 1_000_020, 10));
        assertThat(connections).hasValue(4);
    }

    @Test
    void allocationInsideAReadOnlyTransactionGoesToThePrimary() {
        DataSource routing =
                routing(() -> TransactionSynchronizationManager.isCurrentTransactionReadOnly() ? REPLICA : PRIMARY);
        JdbcSegmentStore store = storeOn(routing);
        TransactionTemplate readOnly = new TransactionTemplate(new JdbcTransactionManager(routing));
        readOnly.setReadOnly(true);

        readOnly.executeWithoutResult(
                transaction -> assertThat(store.allocate("order", 10, 0)).isEqualTo(new AllocatedSegment(1, 11, 10)));

        assertThat(maxId(replica)).isEqualTo(1_000_000);
    }

    @Test
    void routeOfACallersThreadDoesNotLeadItsAllocationsAstray() {
        ThreadLocal<String> route = ThreadLocal.withInitial(() -> PRIMARY);
        JdbcSegmentStore store = storeOn(routing(route::get));
        try (SegmentIdGenerator generator =
                new SegmentIdGenerator(store, Patience.segments(), List.of(), null, event -> {})) {
            generator.start();
            route.set(REPLICA);

            assertThat(generator.nextIds("order", 100)).startsWith(1).endsWith(100);
        } finally {
            route.remove();
        }

        assertThat(maxId(replica)).isEqualTo(1_000_000);
    }

    private AbstractRoutingDataSource routing(Supplier<String> route) {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return route.get();
            }
        };
        routing.setTargetDataSources(Map.of(PRIMARY, primary.unpooled(), REPLICA, replica.unpooled()));
        routing.afterPropertiesSet();
        return routing;
    }

    private static JdbcSegmentStore storeOn(DataSource dataSource) {
        return new JdbcSegmentStore(dataSource, SqlDialect.H2, JdbcSegmentStore.DEFAULT_TABLE, Duration.ofMinutes(1));
    }

    private static long maxId(TestDatabase database) {
        return Objects.requireNonNull(database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class));
    }
}
