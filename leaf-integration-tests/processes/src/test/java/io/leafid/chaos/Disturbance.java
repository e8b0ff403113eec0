package io.leafid.chaos;

import io.leafid.chaos.Fault.Undo;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.PostgresServer;
import io.leafid.testing.ZooKeeperEnsemble;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Faults one after the other and beside each other, drawn by a seed; each is told when it begins. A node has one fault at a
 * time, and so have each database and the registry. Used by one thread.
 */
final class Disturbance {

    private static final Logger logger = LoggerFactory.getLogger(Disturbance.class);

    private static final int SERVER_FAULTS_PERCENT = 12;

    private final List<Member> nodes;
    private final MariaDbServer mariaDb;
    private final PostgresServer postgres;
    private final ZooKeeperEnsemble registry;
    private final Random random;
    private final PriorityQueue<Pending> pending = new PriorityQueue<>(Comparator.comparing(Pending::due));
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Set<String> disturbedServers = new HashSet<>();

    Disturbance(
            List<Member> nodes, MariaDbServer mariaDb, PostgresServer postgres, ZooKeeperEnsemble registry, long seed) {
        this.nodes = nodes;
        this.mariaDb = mariaDb;
        this.postgres = postgres;
        this.registry = registry;
        this.random = new Random(seed);
    }

    private record Pending(Instant due, Runnable action) {}

    /** How often each fault has struck. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** Lets the next fault strike, if there is something that has none. */
    void strike() {
        if (random.nextInt(100) >= SERVER_FAULTS_PERCENT) {
            strikeNode();
            return;
        }
        switch (random.nextInt(3)) {
            case 0 -> strikeServer("MariaDB", this::strikeMariaDb);
            case 1 -> strikeServer("PostgreSQL", this::strikePostgres);
            default -> strikeServer("ZooKeeper", this::strikeRegistry);
        }
    }

    private void strikeNode() {
        List<Member> free = new ArrayList<>(nodes);
        free.removeIf(Member::isDisturbed);
        if (free.isEmpty()) {
            return;
        }
        Member node = free.get(random.nextInt(free.size()));
        Fault fault = Fault.draw(node, random);
        node.disturbed(true);
        Undo undo = fault.strike(node, random);
        begin(fault.name(), node.name() + " " + undo.story(), undo.after(), () -> {
            undo.action().run();
            node.disturbed(false);
        });
    }

    private void strikeServer(String name, Runnable strike) {
        if (disturbedServers.add(name)) {
            strike.run();
        }
    }

    private void strikeMariaDb() {
        Duration outage = millis(500, 4_500);
        if (random.nextBoolean()) {
            mariaDb.kill();
            begin("MARIADB_KILL", "MariaDB is killed", outage, () -> restored("MariaDB", mariaDb::restart));
        } else {
            mariaDb.freeze();
            begin("MARIADB_FREEZE", "MariaDB freezes", outage, () -> restored("MariaDB", mariaDb::thaw));
        }
    }

    private void strikePostgres() {
        postgres.kill();
        Duration outage = millis(500, 4_500);
        begin("POSTGRESQL_KILL", "PostgreSQL is killed", outage, () -> restored("PostgreSQL", postgres::restart));
    }

    private void strikeRegistry() {
        registry.kill(random.nextInt(registry.ports().size()));
        boolean isMajority = random.nextInt(3) == 0;
        if (isMajority) {
            registry.kill(random.nextInt(registry.ports().size()));
        }
        String story = isMajority ? "two of three ZooKeeper servers are killed" : "a ZooKeeper server is killed";
        begin("REGISTRY_KILL", story, millis(1_000, 7_000), () -> restored("ZooKeeper", registry::restartTheDead));
    }

    private void restored(String server, Runnable action) {
        action.run();
        disturbedServers.remove(server);
    }

    private Duration millis(int least, int below) {
        return Duration.ofMillis(least + random.nextInt(below - least));
    }

    private void begin(String kind, String story, Duration lasts, Runnable end) {
        counts.merge(kind, 1, Integer::sum);
        logger.info("{}, for {} ms", story, lasts.toMillis());
        pending.add(new Pending(Instant.now().plus(lasts), end));
    }

    /** Ends what is due, and starts again what has ended by itself. */
    void tend() {
        while (!pending.isEmpty() && !pending.element().due().isAfter(Instant.now())) {
            pending.remove().action().run();
        }
        nodes.forEach(Member::supervise);
    }

    /** Ends everything. */
    void heal() {
        while (!pending.isEmpty()) {
            pending.remove().action().run();
        }
        nodes.forEach(Member::supervise);
    }

    /** Time until the next fault. */
    Duration nextGap() {
        return millis(100, 1_000);
    }
}
