package io.leafid.benchmarks.entities;

import io.leafid.benchmarks.entities.Orders.AssignedOrder;
import io.leafid.benchmarks.entities.Orders.AssignedOrders;
import io.leafid.benchmarks.entities.Orders.AssignedRow;
import io.leafid.benchmarks.entities.Orders.LeafCustomer;
import io.leafid.benchmarks.entities.Orders.LeafCustomers;
import io.leafid.benchmarks.entities.Orders.LeafOrder;
import io.leafid.benchmarks.entities.Orders.LeafOrders;
import io.leafid.benchmarks.entities.Orders.LeafReference;
import io.leafid.benchmarks.entities.Orders.LeafReferences;
import io.leafid.benchmarks.entities.Orders.LeafRow;
import io.leafid.benchmarks.entities.Orders.SequenceCustomer;
import io.leafid.benchmarks.entities.Orders.SequenceCustomers;
import io.leafid.benchmarks.entities.Orders.SequenceOrder;
import io.leafid.benchmarks.entities.Orders.SequenceOrders;
import io.leafid.benchmarks.entities.Orders.SequenceReference;
import io.leafid.benchmarks.entities.Orders.SequenceReferences;
import io.leafid.benchmarks.raw.Figure;
import io.leafid.benchmarks.raw.Profile;
import io.leafid.benchmarks.raw.Rounds;
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
 * application assigns, and with a reference to a detached entity beside ids of a sequence.
 *
 * <p>Each round stores them in every way, in an order by chance, and the ratios are those of one round. The control is the assigned ids
 * once more: what its ratio is off from 1, the others' may be too.
 */
public final class SavedEntities {

    private static final int ENTITIES = 1000;
    private static final int ROUNDS = 400;

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
    private final Rounds seen = new Rounds();
    private long assigned = 1;

    private SavedEntities(ConfigurableApplicationContext application) {
        jdbc = application.getBean(JdbcTemplate.class);
        transactions = application.getBean(TransactionOperations.class);
    }

    /** Measures both libraries. */
    public static List<Figure> measure(Profile profile, List<String> settings) {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .properties(SETTINGS)
                .run()) {
            SavedEntities entities = new SavedEntities(application);
            List<Way> jpa = entities.jpa(application);
            List<Way> rows = entities.rows(application);
            entities.measure(jpa, profile.rounds(ROUNDS));
            entities.measure(entities.references(application), profile.rounds(ROUNDS));
            entities.measure(rows, profile.rounds(ROUNDS));
            return entities.seen.figures();
        }
    }

    private List<Way> jpa(ConfigurableApplicationContext application) {
        AssignedOrders assignedOrders = application.getBean(AssignedOrders.class);
        LeafOrders leafOrders = application.getBean(LeafOrders.class);
        SequenceOrders sequenceOrders = application.getBean(SequenceOrders.class);
        Runnable assign = () -> assignedOrders.saveAll(some(this::assignedOrder));
        return List.of(
                new Way("jpa assigned", "jpa_assigned", assign),
                new Way("jpa control", "jpa_assigned", assign),
                new Way("jpa leaf", "jpa_leaf", () -> leafOrders.saveAll(some(LeafOrder::new))),
                new Way("jpa sequence", "jpa_sequence", () -> sequenceOrders.saveAll(some(SequenceOrder::new))));
    }

    /** Orders that each name another customer, who is detached. */
    private List<Way> references(ConfigurableApplicationContext application) {
        List<LeafCustomer> leafCustomers =
                application.getBean(LeafCustomers.class).saveAll(some(LeafCustomer::new));
        List<SequenceCustomer> sequenceCustomers =
                application.getBean(SequenceCustomers.class).saveAll(some(SequenceCustomer::new));
        LeafReferences leafOrders = application.getBean(LeafReferences.class);
        SequenceReferences sequenceOrders = application.getBean(SequenceReferences.class);
        return List.of(
                new Way(
                        "references sequence",
                        "jpa_sequence_reference",
                        () -> sequenceOrders.saveAll(sequenceCustomers.stream()
                                .map(SavedEntities::orderOf)
                                .toList())),
                new Way(
                        "references leaf",
                        "jpa_leaf_reference",
                        () -> leafOrders.saveAll(leafCustomers.stream()
                                .map(SavedEntities::orderOf)
                                .toList())));
    }

    private static LeafReference orderOf(LeafCustomer customer) {
        LeafReference order = new LeafReference();
        order.customer = customer;
        return order;
    }

    private static SequenceReference orderOf(SequenceCustomer customer) {
        SequenceReference order = new SequenceReference();
        order.customer = customer;
        return order;
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
                new Way("jdbc assigned", "JDBC_ASSIGNED", assign),
                new Way("jdbc control", "JDBC_ASSIGNED", assign),
                new Way(
                        "jdbc leaf",
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
                    seen.subject(way.name).add("cpu", "µs/entity", nanos / 1e3 / ENTITIES);
                }
            }
        }
    }

    private long nanosOf(Way way) {
        long begun = threads.getCurrentThreadCpuTime();
        transactions.executeWithoutResult(status -> way.save.run());
        long nanos = threads.getCurrentThreadCpuTime() - begun;
        jdbc.execute("TRUNCATE TABLE " + way.table);
        return nanos;
    }

    /** One way to store them. */
    private record Way(String name, String table, Runnable save) {}

    /** An application with both libraries. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableJpaRepositories(considerNestedRepositories = true)
    static class Shop {}
}
