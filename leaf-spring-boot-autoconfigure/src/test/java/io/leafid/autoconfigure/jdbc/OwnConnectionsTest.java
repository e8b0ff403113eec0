package io.leafid.autoconfigure.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Callers hold all connections of the application while they ask for ids, as services with {@code @Transactional} do. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnConnectionsTest {

    private static final int TRANSACTIONS = 50;
    private static final int IDS = 1_000;

    /** More than the default, for a busy machine; without connections of Leaf's own no limit would do. */
    private static final String WAIT = "60s";

    static Stream<TestDatabase> databases() {
        return TestDatabases.all();
    }

    private static ApplicationContextRunner applicationOn(TestDatabase database, int poolSize) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        LeafAutoConfiguration.class,
                        LeafSegmentAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.maximum-pool-size=" + poolSize,
                        "spring.datasource.hikari.minimum-idle=1",
                        "spring.datasource.hikari.connection-timeout=60000",
                        "leaf.segment.enabled=true",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.wait-timeout=" + WAIT,
                        "leaf.jdbc.initialize-schema=always");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void transactionsThatHoldAllConnectionsGetTheirIdsColdAndWarm(TestDatabase database) {
        applicationOn(database, 10).run(context -> {
            List<Long> ids = new ArrayList<>(idsOfConcurrentTransactions(context));
            ids.addAll(idsOfConcurrentTransactions(context));

            assertThat(ids).hasSize(2 * TRANSACTIONS * IDS).doesNotHaveDuplicates();
        });
    }

    private static List<Long> idsOfConcurrentTransactions(AssertableApplicationContext context) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(TRANSACTIONS);
        CountDownLatch begun = new CountDownLatch(10); // as many as there are connections
        try {
            List<Future<long[]>> batches = new ArrayList<>();
            for (int i = 0; i < TRANSACTIONS; i++) {
                batches.add(callers.submit(() -> inTransaction(context, () -> {
                    begun.countDown();
                    await(begun);
                    return context.getBean(IdGenerator.class).nextIds("order", IDS);
                })));
            }
            List<Long> ids = new ArrayList<>();
            for (Future<long[]> batch : batches) {
                Arrays.stream(batch.get()).forEach(ids::add);
            }
            return ids;
        } finally {
            callers.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void callerThatHoldsTheOnlyConnectionIsServed(TestDatabase database) {
        applicationOn(database, 1).run(context -> {
            long id = inTransaction(
                    context, () -> context.getBean(IdGenerator.class).nextId("order"));

            assertThat(id).isEqualTo(1);
            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = 'order'", Long.class))
                    .isGreaterThan(1);
        });
    }

    private static <T> T inTransaction(AssertableApplicationContext context, Action<T> action) {
        var transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        return Objects.requireNonNull(transactions.execute(status -> {
            context.getBean(JdbcTemplate.class).execute("SELECT 1");
            return action.run();
        }));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private interface Action<T> {

        T run();
    }
}
