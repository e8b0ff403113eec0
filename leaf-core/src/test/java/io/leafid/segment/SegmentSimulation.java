package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerationException;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Some nodes, each with a clock of its own, on one store: a random but repeatable schedule of calls, failures, lost and late
 * replies, outages, closes, crashes, restarts, edits by hand and allocations of original nodes, and a checker that looks at
 * every id. One thread; whatever is concurrent is deferred and interleaved by the schedule.
 */
final class SegmentSimulation {

    private static final String[] TAGS = {"order", "user"};
    private static final int NODES = 3;
    private static final int ACTIONS = 120;

    private final Random random;
    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private final Map<String, Ledger> ledgers = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private int issued;

    SegmentSimulation(long seed) {
        random = new Random(seed);
        for (String tag : TAGS) {
            long first = random.nextInt(1_000);
            ledgers.put(tag, new Ledger(first));
            store.put(tag, first, 1 + random.nextInt(20));
        }
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node());
        }
    }

    /** Runs the schedule and returns how many ids were issued. */
    int run() {
        for (int i = 0; i < ACTIONS; i++) {
            act(nodes.get(random.nextInt(NODES)), TAGS[random.nextInt(TAGS.length)]);
        }
        heal();
        for (Node node : nodes) {
            for (String tag : TAGS) {
                node.mustIssue(tag);
            }
            node.leaf.close();
        }
        ledgers.forEach((tag, ledger) ->
                assertThat(store.maxId(tag)).as("counter of '%s'", tag).isEqualTo(ledger.expectedMaxId));
        return issued;
    }

    /** What happened, in order: each action, call to the store, id and refusal, with the node's clock. */
    List<String> trace() {
        return trace;
    }

    private void act(Node node, String tag) {
        int action = random.nextInt(20);
        node.note("action " + action + " on " + tag);
        switch (action) {
            case 0, 1, 2, 3, 4, 5, 6 -> node.call(tag, 1 + random.nextInt(10));
            case 7, 8 -> node.batch(tag, 1 + random.nextInt(60));
            case 9, 10 -> node.leaf.time.advance(Duration.ofMillis(random.nextInt(2_000)));
            case 11 -> node.leaf.time.advance(Duration.ofSeconds(random.nextInt(900)));
            case 12 -> node.switchExecutor();
            case 13 -> node.runSomeTasks();
            case 14 -> node.fate = Fate.values()[random.nextInt(Fate.values().length)];
            case 15 -> restart(node);
            case 16 -> editRow(tag);
            case 17 -> allocateAsOriginalNode(tag);
            case 18 -> goDownOrComeUp();
            default -> node.leaf.time.stepWallClock(Duration.ofHours(random.nextInt(48) - 24));
        }
    }

    private void restart(Node node) {
        if (random.nextBoolean()) {
            node.leaf.close(); // else it has crashed
        }
        nodes.set(nodes.indexOf(node), new Node());
    }

    private void editRow(String tag) {
        Ledger ledger = ledgerOf(tag);
        if (random.nextInt(4) == 0) {
            store.remove(tag);
        } else if (random.nextInt(4) == 0) {
            putRow(tag, -random.nextInt(3)); // no step at all
        } else {
            ledger.expectedMaxId += random.nextInt(50);
            putRow(tag, 1 + random.nextInt(30));
        }
    }

    private void putRow(String tag, int step) {
        store.put(tag, ledgerOf(tag).expectedMaxId, step);
    }

    private void allocateAsOriginalNode(String tag) {
        try {
            AllocatedSegment grant = new Accounting().allocate(tag, 1 + random.nextInt(20));
            for (long id = grant.first(); id < grant.end(); id++) {
                ledgerOf(tag).issue(id);
            }
        } catch (RuntimeException ex) {
            assertThat(ex.getMessage()).containsAnyOf("scripted outage", "no row");
        }
    }

    private void goDownOrComeUp() {
        if (random.nextInt(3) == 0) {
            store.goDown();
        } else {
            store.comeUp();
        }
    }

    private void heal() {
        store.comeUp();
        for (String tag : TAGS) {
            putRow(tag, 10);
        }
    }

    private static void require(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }

    private Ledger ledgerOf(String tag) {
        return Optional.ofNullable(ledgers.get(tag)).orElseThrow();
    }

    /** What happens to a node's next allocation. */
    private enum Fate {
        SUCCEEDS,
        FAILS,
        LOSES_REPLY,
        REPLY_COMES_LATE
    }

    /** What is known of one tag on all nodes together. */
    private static final class Ledger {

        private final Set<Long> issued = new HashSet<>();
        private long expectedMaxId;

        Ledger(long first) {
            expectedMaxId = first;
        }

        void issue(long id) {
            require(issued.add(id), () -> id + " is issued again");
        }
    }

    /** Keeps the books of what was committed, told or not. */
    private final class Accounting extends ForwardingSegmentStore {

        Accounting() {
            super(store);
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            AllocatedSegment grant = super.allocate(tag, amount, floor);
            ledgerOf(tag).expectedMaxId += amount;
            trace.add("allocated " + grant + " of " + tag);
            return grant;
        }

        @Override
        public boolean giveBack(String tag, long first, long end) {
            boolean moved = super.giveBack(tag, first, end);
            trace.add("gave back from %d to %d of %s: %s".formatted(first, end, tag, moved));
            if (moved) {
                ledgerOf(tag).expectedMaxId -= end - first;
            }
            return moved;
        }
    }

    /** One process, from its start to its end. */
    private final class Node {

        private final ManualGenerator leaf = new ManualGenerator(new Accounting());
        private final Map<String, List<AllocatedSegment>> granted = new HashMap<>();
        private final Map<String, Long> last = new HashMap<>();
        private Fate fate = Fate.SUCCEEDS;

        Node() {
            leaf.hooks.beforeAllocation(tag -> {
                if (fate == Fate.FAILS) {
                    fate = Fate.SUCCEEDS;
                    throw new IllegalStateException("failed before the commit");
                }
            });
            leaf.hooks.afterAllocation(this::reply);
            leaf.with(SettingsBuilder::startDegraded);
            leaf.with(settings -> settings.maxStep(40).prefetchAt(random.nextInt(10) / 10.0));
            if (random.nextInt(4) == 0) {
                leaf.with(SettingsBuilder::keepUnused);
            }
            leaf.random(new Random(random.nextLong())::nextDouble);
            leaf.start();
        }

        private AllocatedSegment reply(String tag, AllocatedSegment grant) {
            Fate mine = fate;
            fate = Fate.SUCCEEDS;
            if (mine == Fate.LOSES_REPLY) {
                throw new IllegalStateException("reply lost after the commit");
            }
            if (mine == Fate.REPLY_COMES_LATE) {
                leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout()); // others go on meanwhile
            } else {
                granted.computeIfAbsent(tag, key -> new ArrayList<>()).add(grant);
            }
            return grant;
        }

        void note(String what) {
            trace.add(leaf.time.elapsedNanos() + ": " + what);
        }

        void call(String tag, int times) {
            for (int i = 0; i < times; i++) {
                attempt(tag, 1);
                leaf.time.advance(Duration.ofMillis(random.nextInt(20)));
            }
        }

        void batch(String tag, int count) {
            attempt(tag, count);
        }

        private boolean attempt(String tag, int count) {
            try {
                long[] ids = (count == 1) ? new long[] {leaf.nextId(tag)} : leaf.nextIds(tag, count);
                require(ids.length == count, () -> ids.length + " ids instead of " + count);
                note("%d ids of %s, the last %d".formatted(count, tag, ids[count - 1]));
                for (long id : ids) {
                    check(tag, id);
                }
                return true;
            } catch (IdGenerationException ex) {
                String message = String.valueOf(ex.getMessage());
                note(message);
                require(!message.contains("was rewound"), () -> "no edit has set the row back: " + message);
                return false;
            }
        }

        private void check(String tag, long id) {
            ledgerOf(tag).issue(id);
            Long before = last.put(tag, id);
            require(before == null || id > before, () -> "%d of '%s' comes after %d".formatted(id, tag, before));
            boolean mine = granted.getOrDefault(tag, List.of()).stream()
                    .anyMatch(grant -> id >= grant.first() && id < grant.end());
            require(mine, () -> "%d of '%s' was not granted to this node".formatted(id, tag));
            issued++;
        }

        void switchExecutor() {
            if (random.nextBoolean()) {
                leaf.loader.defer();
                leaf.lookups.defer();
            } else {
                leaf.loader.runAtOnce();
                leaf.lookups.runAtOnce();
                leaf.loader.runAll();
                leaf.lookups.runAll();
            }
        }

        void runSomeTasks() {
            for (int i = random.nextInt(4); i > 0; i--) {
                leaf.lookups.runNext();
                leaf.loader.runNext();
            }
        }

        /** Whatever has happened, no tag may be dead. */
        void mustIssue(String tag) {
            fate = Fate.SUCCEEDS;
            leaf.loader.runAtOnce();
            leaf.lookups.runAtOnce();
            leaf.loader.runAll();
            leaf.lookups.runAll();
            leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(2));
            if (!attempt(tag, 1)) {
                throw new AssertionError("'%s' is dead".formatted(tag), failure(tag));
            }
        }

        private IdGenerationException failure(String tag) {
            try {
                throw new AssertionError("issued " + leaf.nextId(tag) + " only at the second try");
            } catch (IdGenerationException ex) {
                return ex;
            }
        }
    }
}
