package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** An outage outlasts what allocations may take, in a pool that goes on trying and hands connections out when it is over. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateConnectionIT {

    private static final Duration LOAD_TIMEOUT = Duration.ofSeconds(5); // the give-back has no more either

    private final TestDatabase database = TestDatabase.h2().with(JdbcSegmentStore.DEFAULT_TABLE);
    private final CountDownLatch outage = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean away;

    @Test
    void allocationsThatWereGivenUpMeanwhileTakeNothing() {
        database.jdbc().update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('order', 1, 10)");
        JdbcSegmentStore store =
                new JdbcSegmentStore(patientPool(), database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, LOAD_TIMEOUT);
        try (SegmentIdGenerator ids = new SegmentIdGenerator(store, settings(), List.of(), null, event -> {})) {
            ids.start();
            away = true;
            await().until(() -> {
                assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> ids.nextId("order"));
                return waiting.get() >= 2;
            });
            await().pollDelay(LOAD_TIMEOUT.multipliedBy(3).dividedBy(2))
                    .until(() -> true); // so that each of them was given up
            away = false;
            outage.countDown();

            await().ignoreException(SegmentUnavailableException.class)
                    .untilAsserted(() -> assertThat(ids.nextId("order"))
                            .as("none was discarded")
                            .isEqualTo(1));
            // the caller wakes before the store's state is noted, and nothing is given back to a store that is down
            await().until(() -> ids.storeStatus().state() == Availability.State.UP);
        }
        assertThat(maxId()).as("what was not handed out was given back").isEqualTo(2);
    }

    private static SegmentSettings settings() {
        return new SegmentSettings(
                new AllocationSettings(Duration.ofMinutes(15), 10, Map.of(), 0.9, Duration.ofMillis(500), LOAD_TIMEOUT),
                Duration.ofMinutes(10),
                true,
                null,
                true);
    }

    private DataSource patientPool() {
        return new DelegatingDataSource(database.unpooled()) {
            @Override
            public Connection getConnection() throws SQLException {
                if (away) {
                    waiting.incrementAndGet();
                    try {
                        outage.await();
                    } catch (InterruptedException ex) {
                        throw new SQLException(ex);
                    }
                }
                return super.getConnection();
            }
        };
    }

    private long maxId() {
        return Objects.requireNonNull(database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc", Long.class));
    }
}
