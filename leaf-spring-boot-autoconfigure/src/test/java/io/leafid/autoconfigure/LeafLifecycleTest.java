package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.autoconfigure.lifecycle.LeafLifecycle;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.testing.NewThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.h2.Driver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** That ids can be had as long as anything of the application runs, and that nothing is left behind. */
class LeafLifecycleTest {

    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
            .withPropertyValues(
                    "leaf.segment.enabled=true",
                    "leaf.segment.auto-create.enabled=true",
                    "leaf.segment.wait-timeout=60s",
                    "leaf.segment.load-timeout=60s"); // the end of a context gives back for as long

    private static final ApplicationContextRunner WITH_STORE = RUNNER.withUserConfiguration(Store.class);

    private final NewThreads threads = new NewThreads();

    @Test
    void closedContextLeavesNoThreadAndNoConnection() {
        List<HikariDataSource> pools = new ArrayList<>();
        List<IdGenerator> generators = new ArrayList<>();

        RUNNER.withPropertyValues("leaf.jdbc.url=jdbc:h2:mem:closed").run(context -> {
            generators.add(context.getBean(IdGenerator.class));
            context.getBean(IdGenerator.class).nextId("order");
            pools.add(context.getBean("leafDataSource", HikariDataSource.class));
            assertThat(threadsOfLeaf()).isNotEmpty();
        });

        await().untilAsserted(() -> assertThat(threadsOfLeaf()).isEmpty());
        assertThat(pools).singleElement().satisfies(pool -> {
            assertThat(pool.isClosed()).isTrue();
            assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isZero();
        });
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> generators.get(0).nextId("order"));
    }

    @Test
    void failedStartLeavesNoThreadAndNoConnection() {
        RUNNER.withPropertyValues("leaf.jdbc.url=jdbc:h2:mem:failed")
                .withUserConfiguration(FailsAfterLeaf.class)
                .run(context -> assertThat(context).hasFailed());

        await().untilAsserted(() -> assertThat(threadsOfLeaf()).isEmpty());
    }

    @Test
    void refusedStartLeavesNoThread() {
        RUNNER.withPropertyValues("leaf.jdbc.url=jdbc:h2:mem:refused", "leaf.jdbc.initialize-schema=never")
                .run(context -> assertThat(context).hasFailed());

        await().untilAsserted(() -> assertThat(threadsOfLeaf()).isEmpty());
    }

    private List<String> threadsOfLeaf() {
        return threads.named("leaf");
    }

    @Test
    void whateverStopsCanStillHaveIds() {
        StopsWithAnId stops = new StopsWithAnId();
        WITH_STORE
                .withBean(StopsWithAnId.class, () -> stops)
                .run(context -> stops.ids = context.getBean(IdGenerator.class));

        assertThat(stops.idAtStop).isPositive();
    }

    @Test
    void unusedIdsGoBackWhileTheDataSourceLives() throws SQLException {
        try (Connection keepsTheDatabase = new Driver().connect("jdbc:h2:mem:unused", new Properties())) {
            RUNNER.withPropertyValues("leaf.jdbc.url=jdbc:h2:mem:unused")
                    .run(context -> context.getBean(IdGenerator.class).nextId("order"));
            try (var rows = keepsTheDatabase.createStatement().executeQuery("SELECT max_id FROM leaf_alloc")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(2);
            }
        }
    }

    /** As Spring does it around a CRaC checkpoint, whose image may be restored any number of times. */
    @Test
    void stoppedContextHoldsNothingAndReservesAnewAtEachStart() {
        RUNNER.withPropertyValues("leaf.jdbc.url=jdbc:h2:mem:stopped").run(context -> {
            ConfigurableApplicationContext running =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            IdSequence orders = running.getBean(IdGenerator.class).sequence("order");
            JdbcTemplate database = new JdbcTemplate(context.getBean("leafDataSource", DataSource.class));
            SegmentIdGenerator generator = running.getBean(SegmentIdGenerator.class);
            Set<Long> ids = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                await().pollInterval(Duration.ofMillis(1))
                        .until(
                                () -> { // an allocation in flight would be burnt
                                    assertThat(ids.add(orders.next())).isTrue();
                                    return !generator
                                            .status("order")
                                            .orElseThrow()
                                            .reserve()
                                            .upcoming()
                                            .isEmpty();
                                });
                running.stop();
                assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(orders::next);
                assertThat(database.queryForObject("SELECT max_id FROM leaf_alloc", Long.class))
                        .as("nothing is reserved while it is stopped")
                        .isEqualTo(1 + ids.size());
                ids.addAll(idsOfAnotherNode(database, 10 + i));
                running.start();
            }
        });
    }

    private static List<Long> idsOfAnotherNode(JdbcTemplate database, int count) {
        long first = Objects.requireNonNull(database.queryForObject("SELECT max_id FROM leaf_alloc", Long.class));
        database.update("UPDATE leaf_alloc SET max_id = max_id + ?", count);
        return LongStream.range(first, first + count).boxed().toList();
    }

    @Test
    void stoppedContextCanBeStartedAgain() {
        WITH_STORE.run(context -> {
            ConfigurableApplicationContext running =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            running.stop();
            running.start();
            assertThat(running.getBean(LeafLifecycle.class).isRunning()).isTrue();
            assertThat(running.getBean(IdGenerator.class).nextId("order")).isPositive();
        });
    }

    @Test
    void pausedContextKeepsItsGenerator() {
        WITH_STORE.run(context -> {
            ConfigurableApplicationContext running =
                    context.getSourceApplicationContext(ConfigurableApplicationContext.class);
            running.pause();
            assertThat(running.getBean(IdGenerator.class).nextId("order")).isPositive();
            running.restart();
            assertThat(running.getBean(IdGenerator.class).nextId("order")).isPositive();
        });
    }

    @Test
    void closedChildContextLeavesTheParentsGenerator() {
        WITH_STORE.run(parent -> {
            new ApplicationContextRunner()
                    .withParent(parent)
                    .run(child -> assertThat(child).hasNotFailed());
            ConfigurableApplicationContext running =
                    parent.getSourceApplicationContext(ConfigurableApplicationContext.class);
            running.stop(); // would close it if the child's end were taken for the parent's
            running.start();
            assertThat(parent.getBean(IdGenerator.class).nextId("order")).isPositive();
        });
    }

    @Test
    void eventsOfTheEngineAreApplicationEvents() {
        WITH_STORE
                .withUserConfiguration(Listener.class)
                .withPropertyValues("leaf.segment.wait-timeout=1s")
                .run(context -> {
                    Listener listener = context.getBean(Listener.class);
                    InMemorySegmentStore store = context.getBean(InMemorySegmentStore.class);
                    store.goDown();
                    assertThatExceptionOfType(SegmentUnavailableException.class)
                            .isThrownBy(() -> context.getBean(IdGenerator.class).nextId("new"));
                    await().untilAsserted(() ->
                            assertThat(listener.events).hasExactlyElementsOfTypes(LeafEvent.SegmentStoreDown.class));
                });
    }

    @Test
    void eventsOfTheStartReachListenersThatAreMadeLater() {
        WITH_STORE
                .withUserConfiguration(Listener.class)
                .withPropertyValues("leaf.segment.fail-fast=false", "store.down=true")
                .run(context -> await().untilAsserted(() -> assertThat(context.getBean(Listener.class).events)
                        .hasExactlyElementsOfTypes(LeafEvent.SegmentStoreDown.class)));
    }

    @Configuration(proxyBeanMethods = false)
    static class Store {

        @Bean
        SegmentStore store(Environment environment) {
            InMemorySegmentStore store = new InMemorySegmentStore().put("order", 1, 1000);
            if (environment.containsProperty("store.down")) {
                store.goDown();
            }
            return store;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FailsAfterLeaf {

        @Bean
        Long fails(IdGenerator ids) {
            ids.nextId("order");
            throw new IllegalStateException("on purpose");
        }
    }

    static class Listener {

        private final List<LeafEvent> events = new CopyOnWriteArrayList<>();

        @EventListener
        void on(LeafEvent event) {
            events.add(event);
        }
    }

    /** Stops in the phase of the web server's own stop, the lowest that Boot uses. */
    static final class StopsWithAnId implements SmartLifecycle {

        private volatile @Nullable IdGenerator ids;
        private volatile long idAtStop;
        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            idAtStop = Objects.requireNonNull(ids).nextId("order");
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return SmartLifecycle.DEFAULT_PHASE - 2048;
        }
    }
}
