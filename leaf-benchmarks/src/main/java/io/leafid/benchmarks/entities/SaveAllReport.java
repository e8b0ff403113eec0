package io.leafid.benchmarks.entities;

import io.leafid.benchmarks.entities.Orders.AssignedOrder;
import io.leafid.benchmarks.entities.Orders.AssignedOrders;
import io.leafid.benchmarks.entities.Orders.AssignedRow;
import io.leafid.benchmarks.entities.Orders.LeafOrder;
import io.leafid.benchmarks.entities.Orders.LeafOrders;
import io.leafid.benchmarks.entities.Orders.LeafRow;
import io.leafid.benchmarks.entities.Orders.SequenceOrder;
import io.leafid.benchmarks.entities.Orders.SequenceOrders;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Processor time of storing 1 000 new entities in one transaction of H2, batches of 50: with {@code @LeafId}, beside ids that the
 * application assigns. Argument: rounds.
 *
 * <p>Each round stores them in every way, in an order by chance, and the ratios are those of one round. The control is the assigned ids
 * once more: what its ratio is off from 1, the others' may be too.
 */
public final class SaveAllReport {

    private static final int ENTITIES = 1000;

    private static final String[] SETTINGS = {
        "spring.main.banner-mode=off",
        "spring.datasource.url=jdbc:h2:mem:entities",
        "spring.jpa.hibernate.ddl-auto=create",
        "spring.jpa.properties.hibernate.jdbc.batch_size=50",
        "spring.autoconfigure.exclude=",
        "leaf.name=entities",
        "leaf.segment.enabled=true",
        "leaf.segment.auto-create.enabled=true",
        "leaf.segment.auto-create.step=1000000",
        "leaf.segment.wait-timeout=30s" // of the first id, on a busy machine
    };

    private final JdbcTemplate jdbc;
    private final TransactionOperations transactions;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long assigned = 1;

    private SaveAllReport(ConfigurableApplicationContext application) {
        jdbc = application.getBean(JdbcTemplate.class);
        transactions = application.getBean(TransactionOperations.class);
    }

    /** Begins. */
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(SETTINGS)
                .run()) {
            SaveAllReport report = new SaveAllReport(application);
            List<Way> jpa = report.jpa(application);
            List<Way> rows = report.rows(application);
            System.out.printf("%d rounds of %d entities%n%n", rounds, ENTITIES);
            System.out.println("| | processor time, µs per entity | beside assigned ids |");
            System.out.println("|---|---|---|");
            report.measure(jpa, rounds);
            report.measure(rows, rounds);
        }
    }

    private List<Way> jpa(ConfigurableApplicationContext application) {
        AssignedOrders assignedOrders = application.getBean(AssignedOrders.class);
        LeafOrders leafOrders = application.getBean(LeafOrders.class);
        SequenceOrders sequenceOrders = application.getBean(SequenceOrders.class);
        Runnable assign = () -> assignedOrders.saveAll(some(this::assignedOrder));
        return List.of(
                new Way("JPA, `saveAll`, assigned ids", "jpa_assigned", assign),
                new Way("the same once more: control", "jpa_assigned", assign),
                new Way("`@LeafId`", "jpa_leaf", () -> leafOrders.saveAll(some(LeafOrder::new))),
                new Way(
                        "a sequence, 50 at a time",
                        "jpa_sequence",
                        () -> sequenceOrders.saveAll(some(SequenceOrder::new))));
    }

    private AssignedOrder assignedOrder() {
        AssignedOrder order = new AssignedOrder();
        order.id = assigned++;
        return order;
    }

    private List<Way> rows(ConfigurableApplicationContext application) {
        for (String table : List.of("JDBC_ASSIGNED", "JDBC_LEAF")) {
            jdbc.execute("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY, item VARCHAR(255), quantity INT)");
        }
        JdbcAggregateOperations all = application.getBean(JdbcAggregateOperations.class);
        Runnable assign = () -> all.insertAll(some(() -> new AssignedRow(assigned++, "a book with a long title", 1)));
        return List.of(
                new Way("Spring Data JDBC, `insertAll`, assigned ids", "JDBC_ASSIGNED", assign),
                new Way("the same once more: control", "JDBC_ASSIGNED", assign),
                new Way(
                        "`@LeafId`",
                        "JDBC_LEAF",
                        () -> all.insertAll(some(() -> new LeafRow(null, "a book with a long title", 1)))));
    }

    private static <T> List<T> some(Supplier<T> made) {
        return Stream.generate(made).limit(ENTITIES).toList();
    }

    private void measure(List<Way> ways, int rounds) {
        Random chance = new Random(1);
        List<Way> order = new ArrayList<>(ways);
        for (int round = -rounds / 4; round < rounds; round++) { // the first ones warm up
            Collections.shuffle(order, chance);
            for (Way way : order) {
                long nanos = nanosOf(way);
                if (round >= 0) {
                    way.nanos.add(nanos);
                }
            }
        }
        Way base = ways.get(0);
        ways.forEach(way -> System.out.printf(
                "| %s | %.2f | %.3f |%n", way.name, median(way.nanos) / 1000 / ENTITIES, median(way.over(base))));
    }

    private long nanosOf(Way way) {
        long begun = threads.getCurrentThreadCpuTime();
        transactions.executeWithoutResult(status -> way.save.run());
        long nanos = threads.getCurrentThreadCpuTime() - begun;
        jdbc.execute("TRUNCATE TABLE " + way.table);
        return nanos;
    }

    private static double median(List<? extends Number> values) {
        double[] sorted =
                values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** One way to store them. */
    private static final class Way {

        private final String name;
        private final String table;
        private final Runnable save;
        private final List<Long> nanos = new ArrayList<>();

        Way(String name, String table, Runnable save) {
            this.name = name;
            this.table = table;
            this.save = save;
        }

        /** The ratio to another one, round by round. */
        List<Double> over(Way base) {
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < nanos.size(); round++) {
                ratios.add((double) nanos.get(round) / base.nanos.get(round));
            }
            return ratios;
        }
    }

    /** An application with both libraries. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableJpaRepositories(considerNestedRepositories = true)
    static class Shop {}
}
