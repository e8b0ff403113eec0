package io.leafid.benchmarks.database;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.IdGenerator;
import io.leafid.benchmarks.process.Databases;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Measurement;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
import io.leafid.benchmarks.raw.UnavailableException;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions of an application that ask for ids while they hold all connections of its pool, of a tag that is new and then of the same
 * tag; all settings of Leaf are the defaults. Each transaction takes one connection of the pool; more would be Leaf's.
 */
public final class ConcurrentTransactions implements Measurement {

    private static final int TRANSACTIONS = 50;
    private static final int CONNECTIONS = 10;
    private static final int IDS = 1_000;
    private static final int ROUNDS = 7;
    private static final int ROUNDS_TO_WARM_UP = 3;

    @Override
    public List<Figure> measure(Profile profile, List<String> settings)
            throws UnavailableException, InterruptedException {
        Rounds seen = new Rounds();
        try (MariaDbServer server = Databases.mariaDb(false);
                ConfigurableApplicationContext application = start(server.newDatabase())) {
            for (int round = -ROUNDS_TO_WARM_UP; round < profile.rounds(ROUNDS); round++) {
                Rounds to = (round < 0) ? new Rounds() : seen;
                String tag = "order" + (round + ROUNDS_TO_WARM_UP);
                measure("cold", tag, application, to);
                measure("warm", tag, application, to);
            }
        }
        return seen.figures();
    }

    private static ConfigurableApplicationContext start(TestDatabase database) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                                + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
                        "spring.datasource.url=" + database.url(),
                        "spring.datasource.username=" + database.user(),
                        "spring.datasource.password=" + database.password(),
                        "spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
                        "leaf.segment.enabled=true",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.jdbc.initialize-schema=always")
                .run();
    }

    private static void measure(String scene, String tag, ConfigurableApplicationContext application, Rounds seen)
            throws InterruptedException {
        CountDownLatch allHeld = new CountDownLatch(CONNECTIONS);
        ExecutorService callers = Executors.newFixedThreadPool(TRANSACTIONS);
        long before = taken(application);
        try {
            Callable<Long> transaction = () -> nanosForIds(application, tag, allHeld);
            List<Long> nanos = new ArrayList<>();
            int failed = 0;
            for (Future<Long> each : callers.invokeAll(Collections.nCopies(TRANSACTIONS, transaction))) {
                try {
                    nanos.add(each.get());
                } catch (ExecutionException ex) {
                    failed++;
                    System.out.println(ex.getCause());
                }
            }
            seen.subject(scene)
                    .add("failed", "transactions", failed)
                    .add("connections", "", (double) taken(application) - before - TRANSACTIONS)
                    .add(
                            "longest",
                            "ms",
                            nanos.stream().mapToLong(Long::longValue).max().orElse(0) / 1e6);
        } finally {
            callers.shutdownNow();
        }
    }

    /** The number of times that a connection was taken from the application's pool so far. */
    private static long taken(ConfigurableApplicationContext application) {
        String pool = application.getBean(HikariDataSource.class).getPoolName();
        return application
                .getBean(MeterRegistry.class)
                .get("hikaricp.connections.acquire")
                .tag("pool", pool)
                .timer()
                .count();
    }

    /** Asks for ids when all connections of the pool are held by transactions. */
    private static long nanosForIds(ConfigurableApplicationContext application, String tag, CountDownLatch allHeld) {
        IdGenerator ids = application.getBean(IdGenerator.class);
        JdbcTemplate jdbc = application.getBean(JdbcTemplate.class);
        TransactionTemplate transactions =
                new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        Long nanos = transactions.execute(status -> {
            jdbc.execute("SELECT 1");
            allHeld.countDown();
            await(allHeld);
            long begun = System.nanoTime();
            ids.nextIds(tag, IDS);
            return System.nanoTime() - begun;
        });
        return (nanos == null) ? 0 : nanos;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** An application that configures nothing itself. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
