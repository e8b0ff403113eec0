package io.leafid.cluster;

import io.leafid.specification.LeaseEvent;
import io.leafid.specification.SegmentEvent;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.jdbc.SimulatedTable;
import io.leafid.workerid.zookeeper.SimulatedZooKeeper;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster in one thread: nodes on machines of their own, each with the real engine, keeper, holder and mark file, on one registry
 * in memory, and what a plan does to them. For one thread, once.
 */
final class Cluster {

    /** After so long the registry takes a silent process for dead. */
    static final Duration SESSION = Duration.ofSeconds(6);

    private static final long END_NANOS = Duration.ofSeconds(68).toNanos();

    /** So long what was sent may be under way. */
    static final Duration UNDER_WAY = Duration.ofSeconds(21);

    /** So long after the last fault each node issues ids again. */
    private static final int HEALED_SECONDS = 120;

    private final Plan plan;
    private final Timeline timeline = new Timeline();
    private final Link.Server server = new Link.Server();
    private final Machine registryMachine;
    private final SimulatedRegistry registry;
    private final Tables tables;
    private final Books books;
    private final RangeBooks ranges;
    private final List<Node> nodes = new ArrayList<>();
    private Setting setting;
    private boolean isChanging;
    private boolean isSteady;
    private boolean hasChanged;
    private boolean isByHand;
    private final @Nullable List<String> story;
    private final Set<String> told = new HashSet<>();
    private @Nullable List<LeaseEvent> ofLeases;
    private @Nullable List<SegmentEvent> ofSegments;

    Cluster(Plan plan, boolean isTold) {
        this.plan = plan;
        this.setting = new Setting(plan.mode(), Run.LAYOUT, plan.workerIds());
        this.story = isTold ? new ArrayList<>() : null;
        this.registryMachine = new Machine(timeline, Set.of(), "registry", "registry");
        this.registry = plan.mode().isZooKeeper()
                ? new SimulatedZooKeeper(registryMachine::wallMillis, SESSION, plan.seed())
                : new SimulatedTable(
                        registryMachine::wallMillis,
                        Duration.ofSeconds(plan.scope().isNarrow() ? 2 : 9),
                        plan.broken());
        this.tables = new Tables(plan, server);
        this.books = new Books(this);
        this.ranges = new RangeBooks(this);
        for (int i = 1; i <= plan.nodes(); i++) {
            nodes.add(new Node(this, i));
        }
    }

    /** Writes down what happens at the points of the protocol of worker ids. */
    void traceLeases(List<LeaseEvent> events) {
        ofLeases = events;
        registry.whenRecorded((workerId, token, ceiling) -> {
            if (!isByHand) {
                events.add(LeaseEvent.recorded(workerId, token, ceiling));
            }
        });
    }

    /** A hand, or a fail-over, changes what is recorded of worker ids. */
    <T> T byHand(Supplier<T> change) {
        isByHand = true;
        T result = change.get();
        isByHand = false;
        for (int workerId : registry.workerIds()) {
            note(() -> LeaseEvent.set(workerId, registry.recorded(workerId)));
        }
        return result;
    }

    /** Writes down what happens at the points of the protocol of segments. */
    void traceSegments(List<SegmentEvent> events) {
        ofSegments = events;
        for (int i = 0; i < tables.all().size(); i++) {
            int database = i;
            tables.get(i)
                    .whenChanged((what, owner, tag, first, end, version) -> events.add(new SegmentEvent(
                            SegmentEvent.Kind.valueOf(what.name()), owner, tag, database, first, end, version)));
        }
    }

    boolean isTracedInSegments() {
        return ofSegments != null;
    }

    /** How many events of segments have been written down. */
    int placeOfSegments() {
        return (ofSegments == null) ? 0 : ofSegments.size();
    }

    /** Enters what happens at a point of the protocol of segments, if that is written down. */
    void noteOfSegments(Supplier<SegmentEvent> event) {
        if (ofSegments != null) {
            ofSegments.add(event.get());
        }
    }

    /** Enters what happens at a point of the protocol of worker ids, if that is written down. */
    void note(Supplier<LeaseEvent> event) {
        if (ofLeases != null) {
            ofLeases.add(event.get());
        }
    }

    /** Runs to the end, or to the first violation; returns that, or {@code null}. */
    @Nullable String run() {
        try {
            Faults faults = new Faults(this);
            nodes.forEach(Node::start);
            for (Plan.Event event : plan.events()) {
                timeline.at(event.atNanos(), null, () -> faults.happen(event));
            }
            timeline.advanceTo(END_NANOS);
            faults.end();
            heal();
            if (plan.scope().hasLastingFaults() && books.violation() == null) {
                new LastingFaults(this).judge();
            }
        } finally {
            nodes.forEach(node -> node.running().forEach(Run::kill));
            timeline.end();
        }
        return books.violation();
    }

    /** Nothing more goes wrong, and all clocks show one time, above all that was ever reserved. */
    private void heal() {
        quiet();
        timeline.advanceTo(timeline.now() + UNDER_WAY.toNanos());
        quiet(); // the timers of the faults have let others begin
        long common = Math.max(registry.highestCeiling(), registryMachine.wallMillis());
        for (Node node : nodes) {
            common = Math.max(
                    common, Math.max(node.machine().wallMillis(), node.machine().highestMark()));
        }
        for (Node node : nodes) {
            node.machine().set(common + 60_000);
        }
        registryMachine.set(common + 60_000);
        tables.correct();
        tell(() -> "all faults have ended, and all clocks are right");
        List<Node> silent = new ArrayList<>(nodes);
        for (int second = 0; second < HEALED_SECONDS && !silent.isEmpty() && books.violation() == null; second++) {
            timeline.advanceTo(timeline.now() + 1_000_000_000L);
            silent.removeIf(Cluster::issues);
            silent.forEach(Node::start);
        }
        if (!silent.isEmpty() && books.violation() == null) {
            books.complain("%s issue nothing %d s after the last fault".formatted(silent, HEALED_SECONDS));
        }
    }

    static boolean issues(Node node) {
        Run run = node.main();
        try {
            return run != null && run.issues();
        } catch (Run.Killed ex) {
            return false;
        }
    }

    private void quiet() {
        server.down(false);
        tables.up();
        for (Node node : nodes) {
            node.machine().disk().full(false);
            node.machine().drift(0);
            for (Run run : node.running()) {
                run.heal();
                if (run != node.main()) {
                    run.kill();
                    run.expire();
                }
            }
        }
    }

    Plan plan() {
        return plan;
    }

    Pace pace() {
        return plan.scope().pace();
    }

    /** What the nodes are to start with. */
    Setting setting() {
        return setting;
    }

    void setting(Setting other) {
        setting = other;
    }

    /** No process is kept from running any more. */
    void steady() {
        isSteady = true;
    }

    boolean isSteady() {
        return isSteady;
    }

    /** Whether all nodes are down to be started with another setting. */
    boolean isChanging() {
        return isChanging;
    }

    void changing(boolean isChangingNow) {
        isChanging = isChangingNow;
        hasChanged = true;
    }

    /** Whether the registry may hold reservations of another mode. */
    boolean hasChanged() {
        return hasChanged;
    }

    /**
     * A process has started, which it must not with a setting that the namespace is not bound to. Of a change of the mode it cannot know
     * while no registry answers.
     */
    void started(Run run) {
        boolean isUntold = !run.isConfirmed() && run.setting().layout().equals(setting.layout());
        if (!run.setting().equals(setting) && !isUntold && Changes.areCompared(this)) {
            books.complain(
                    "%s has started with %s, but the namespace is bound to %s".formatted(run, run.setting(), setting));
        }
    }

    Timeline timeline() {
        return timeline;
    }

    Link.Server server() {
        return server;
    }

    Machine registryMachine() {
        return registryMachine;
    }

    SimulatedRegistry registry() {
        return registry;
    }

    Tables tables() {
        return tables;
    }

    RangeBooks ranges() {
        return ranges;
    }

    Books books() {
        return books;
    }

    List<Node> nodes() {
        return nodes;
    }

    boolean breaks(BrokenRule rule) {
        return plan.broken().contains(rule);
    }

    /** What happened, in lines. */
    String story() {
        return (story == null) ? "" : plan + "\n" + String.join("\n", story);
    }

    void tell(Object who, Supplier<String> what) {
        tell(() -> who + ": " + what.get());
    }

    /** Tells what would be repeated again and again once only. */
    void tellOnce(Object who, Supplier<String> what) {
        if (story != null && told.add(who + what.get().replaceAll("[0-9]", ""))) {
            tell(who, what);
        }
    }

    void tell(Supplier<String> what) {
        if (story != null) {
            LocalTime at = LocalTime.NOON.plusNanos(timeline.now() / 1_000_000 * 1_000_000);
            story.add("%tT.%<tL %s".formatted(at, what.get()));
        }
    }
}
