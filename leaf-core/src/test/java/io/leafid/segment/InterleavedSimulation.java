package io.leafid.segment;

import io.leafid.IdGenerationException;
import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.LiftingStore;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Some nodes on two to four databases that grant ids by turns: a random but repeatable schedule of calls, databases that die and
 * return, lost and late replies, restores of backups, stops, crashes and restarts, after plain ids were handed out from one of
 * the databases. A checker looks at every id. One thread.
 */
final class InterleavedSimulation {

    private static final String TAG = "order";
    private static final int NODES = 3;
    private static final int ACTIONS = 150;
    private static final int SLOTS = 5;

    private final Random random;
    private final Path directory;
    private final boolean keepsNotes; // in some schedules, since each note waits for the disk
    private final List<LiftingStore> databases = new ArrayList<>();
    private final List<Integer> slots;
    private final Set<Long> issued = new HashSet<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();

    InterleavedSimulation(long seed, Path directory) {
        this.random = new Random(seed);
        this.directory = directory;
        this.keepsNotes = seed % 8 == 0;
        int count = 2 + random.nextInt(3);
        this.slots = IntStream.range(0, count).boxed().toList();
        long plain = random.nextInt(2_000);
        for (long id = 0; id < plain; id++) {
            issued.add(id); // by original nodes, from the first database
        }
        databases.add(new LiftingStore().with(TAG, plain, 1 + random.nextInt(20)));
        for (int i = 1; i < count; i++) {
            databases.add(new LiftingStore());
        }
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node(i));
        }
    }

    /** Runs the schedule and returns how many ids were issued. */
    int run() {
        int before = issued.size();
        for (int i = 0; i < ACTIONS; i++) {
            int node = random.nextInt(NODES);
            act(node, nodes.get(node));
        }
        databases.forEach(database -> database.memory.comeUp());
        nodes.forEach(Node::mustIssue);
        nodes.forEach(node -> node.leaf.close());
        return issued.size() - before;
    }

    List<String> trace() {
        return trace;
    }

    private void act(int place, Node node) {
        int action = random.nextInt(20);
        trace.add("action " + action + " of node " + place);
        switch (action) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> node.call(1 + random.nextInt(60));
            case 8, 9 -> node.advance(Duration.ofMillis(random.nextInt(5_000)));
            case 10 -> node.advance(Duration.ofSeconds(random.nextInt(900)));
            case 11 -> any().memory.goDown();
            case 12, 13 -> any().memory.comeUp();
            case 14 -> any().memory.script(fates());
            case 15 -> node.late = true;
            case 16 -> restart(place, node);
            case 17 -> setBack(random.nextInt(databases.size()));
            default -> node.switchExecutor();
        }
    }

    private LiftingStore any() {
        return databases.get(random.nextInt(databases.size()));
    }

    private InMemorySegmentStore.Fate[] fates() {
        InMemorySegmentStore.Fate[] all = InMemorySegmentStore.Fate.values();
        return new InMemorySegmentStore.Fate[] {all[random.nextInt(all.length)]};
    }

    private void restart(int place, Node node) {
        if (random.nextBoolean()) {
            node.leaf.close(); // else it has crashed
        }
        nodes.set(place, new Node(place));
    }

    /**
     * A row is set back below what a node was granted, which then tries to allocate; an operator lifts it again. A node without
     * any memory of the database could not know.
     */
    private void setBack(int place) {
        LiftingStore database = databases.get(place);
        for (Node node : nodes) {
            long granted = node.highest.getOrDefault(place, 0L);
            if (granted > 0) {
                long before = database.memory.maxId(TAG);
                database.with(TAG, granted - 1, 5);
                node.call(30);
                if (database.memory.maxId(TAG) != granted - 1) {
                    throw new AssertionError("the row of database %d that was rewound was moved".formatted(place));
                }
                database.with(TAG, before, 5);
            }
        }
    }

    /** One process, from its start to its end. */
    private final class Node {

        private final ManualTime time = new ManualTime();
        private final ManualGenerator leaf;
        private final Map<Integer, Long> highest = new HashMap<>(); // by database, the highest counter it was granted
        private long last = -1;
        private boolean late;

        Node(int place) {
            List<SlottedDatabase> members = slots.stream()
                    .map(slot -> new SlottedDatabase("db" + slot, slot, databases.get(slot)))
                    .toList();
            Random chance = new Random(random.nextLong());
            leaf = new ManualGenerator(new InterleavedSegmentStore(
                    members,
                    SLOTS,
                    new InterleavedSettings(
                            Duration.ofSeconds(8), event -> {}, Runnable::run, time, chance::nextDouble)));
            leaf.hooks.afterAllocation((tag, range) -> reply(range));
            leaf.with(SettingsBuilder::startDegraded);
            leaf.with(settings -> settings.maxStep(40).prefetchAt(random.nextInt(10) / 10.0));
            if (keepsNotes) {
                leaf.recentTags(directory.resolve("node" + place));
            }
            leaf.random(chance::nextDouble);
            leaf.start();
        }

        private AllocatedSegment reply(AllocatedSegment range) {
            int slot = (int) (range.first() % SLOTS);
            highest.merge(slot, range.end() / SLOTS, Math::max);
            if (late) {
                late = false;
                advance(Duration.ofSeconds(6)); // others go on meanwhile; the range is burnt
            }
            return range;
        }

        void call(int times) {
            for (int i = 0; i < times; i++) {
                if (!attempt()) {
                    return;
                }
            }
        }

        private boolean attempt() {
            try {
                long id = leaf.nextId(TAG);
                trace.add("id " + id);
                if (!issued.add(id)) {
                    throw new AssertionError(id + " is issued again");
                }
                if (id <= last) {
                    throw new AssertionError(id + " comes after " + last);
                }
                last = id;
                return true;
            } catch (IdGenerationException ex) {
                trace.add(String.valueOf(ex.getMessage()));
                return false;
            }
        }

        void advance(Duration duration) {
            time.advance(duration);
            leaf.time.advance(duration);
        }

        void switchExecutor() {
            if (random.nextBoolean()) {
                leaf.loader.defer();
            } else {
                leaf.loader.runAtOnce();
                leaf.loader.runAll();
            }
        }

        /** Whatever has happened, no node may be dead. */
        void mustIssue() {
            leaf.loader.runAtOnce();
            leaf.loader.runAll();
            for (int i = 0; i < 10; i++) { // allocations that are still to fail are in the script
                advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(2));
                if (attempt()) {
                    return;
                }
            }
            throw new AssertionError("a node is dead: " + trace.get(trace.size() - 1));
        }
    }
}
