package io.leafid.chaos;

import io.leafid.chaos.Fault.Undo;
import io.leafid.testing.MariaDbServer;
import io.leafid.testing.ZooKeeperEnsemble;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Faults one after the other and beside each other, drawn by a seed; each is told when it begins. A node has one fault at a
 * time, and so have the database and the registry. Used by one thread.
 */
final class Disturbance {

    private static final Logger logger = LoggerFactory.getLogger(Disturbance.class);

    private static final int SERVER_FAULTS_PERCENT = 12;

    private final List<Member> nodes;
    private final MariaDbServer database;
    private final ZooKeeperEnsemble registry;
    private final Random random;
    private final PriorityQueue<Pending> pending = new PriorityQueue<>(Comparator.comparing(Pending::due));
    private final Map<String, Integer> counts = new TreeMap<>();
    private boolean isDatabaseDisturbed;
    private boolean isRegistryDisturbed;

    Disturbance(List<Member> nodes, MariaDbServer database, ZooKeeperEnsemble registry, long seed) {
        this.nodes = nodes;
        this.database = database;
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
        } else if (random.nextBoolean()) {
            strikeDatabase();
        } else {
            strikeRegistry();
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

    private void strikeDatabase() {
        if (isDatabaseDisturbed) {
            return;
        }
        isDatabaseDisturbed = true;
        boolean isKill = random.nextBoolean();
        if (isKill) {
            database.kill();
        } else {
            database.freeze();
        }
        Duration outage = Duration.ofMillis(500 + random.nextInt(4_000));
        begin(
                isKill ? "DATABASE_KILL" : "DATABASE_FREEZE",
                isKill ? "MariaDB is killed" : "MariaDB freezes",
                outage,
                () -> {
                    if (isKill) {
                        database.restart();
                    } else {
                        database.thaw();
                    }
                    isDatabaseDisturbed = false;
                });
    }

    private void strikeRegistry() {
        if (isRegistryDisturbed) {
            return;
        }
        isRegistryDisturbed = true;
        registry.kill(random.nextInt(registry.ports().size()));
        boolean isMajority = random.nextInt(3) == 0;
        if (isMajority) {
            registry.kill(random.nextInt(registry.ports().size()));
        }
        Duration outage = Duration.ofMillis(1_000 + random.nextInt(6_000));
        String story = isMajority ? "two of three ZooKeeper servers are killed" : "a ZooKeeper server is killed";
        begin("REGISTRY_KILL", story, outage, () -> {
            registry.restartTheDead();
            isRegistryDisturbed = false;
        });
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
        return Duration.ofMillis(100 + random.nextInt(900));
    }
}
