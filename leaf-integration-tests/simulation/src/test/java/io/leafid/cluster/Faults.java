package io.leafid.cluster;

import io.leafid.segment.jdbc.SimulatedRows;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.zookeeper.SimulatedZooKeeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a plan does to a cluster, each fault with its words. For one thread. */
final class Faults {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Cluster cluster;
    private final Timeline timeline;
    private final Changes changes;
    private final TagFaults tags;
    private boolean isOver;
    private final Map<Integer, Long> lastOfOriginals = new HashMap<>();
    private boolean isEmptied;
    private int originals;

    Faults(Cluster cluster) {
        this.cluster = cluster;
        this.timeline = cluster.timeline();
        this.changes = new Changes(cluster);
        this.tags = new TagFaults(cluster, this::later);
    }

    /** What began goes on no more. */
    void end() {
        isOver = true;
        tags.end();
    }

    void happen(Plan.Event event) {
        Node node = cluster.nodes().get(event.node());
        Random dice = new Random(event.dice());
        timeline.mix(event.fault().name().hashCode());
        switch (event.fault()) {
            case CLOCK_STEP -> step(node, node.machine(), stepMillis(dice));
            case DRIFT -> drift(node, dice.nextInt(200_000) - 100_000);
            case PAUSE, PAUSE_IN_A_CALL -> pause(node, event.fault(), someNanos(dice, 40));
            case CRASH, STOP, POWER_LOSS, STOP_AND_START -> end(node, event.fault(), dice);
            case NEW_DISK, COPIED_DISK, CLONED_DISK, OLDER_DISK -> move(node, event.fault(), dice);
            case SECOND_PROCESS_IN_THE_DIRECTORY,
                    SECOND_PROCESS_ON_A_COPY,
                    SECOND_PROCESS_WITHOUT_A_FILE,
                    SECOND_PROCESS_ON_ANOTHER_PORT -> second(node, event.fault(), dice);
            case CUT, SLOW, LOSSY, MIXED ->
                weather(node, Link.Weather.valueOf(event.fault().name()), someNanos(dice, 40));
            case SESSION_EXPIRES -> forRunning(node, "the registry ends its session", Run::expire);
            case LAGGING_READS -> lag(node, 1 + dice.nextInt(12), someNanos(dice, 30));
            case REGISTRY_DOWN,
                    DATABASE_CRASH,
                    REGISTRY_CLOCK_STEP,
                    FAIL_OVER,
                    RECORD_REWOUND,
                    RECORD_DELETED,
                    RECORDS_EMPTIED -> registry(event.fault(), dice);
            case DISK_FULL -> fill(node, someNanos(dice, 20));
            case NO_THREAD, REJECTED -> noThread(node, 1 + dice.nextInt(6), event.fault() == Fault.REJECTED);
            case CHANGE_OF_MODE -> changes.mode(dice);
            case WRONG_SETTING -> changes.mistake(node, dice);
            case STEP_EDITED -> editStep(dice);
            case ORIGINAL_NODE -> original(dice);
            case TAG_LIMITED -> tags.limit(node, dice);
            case TAG_WITHDRAWN -> tags.withdraw(dice);
        }
    }

    /** From a millisecond to a year, in most plans, each size as likely as any other. */
    private long stepMillis(Random dice) {
        long most = cluster.plan().scope().mostStep().toMillis();
        long size = Math.round(Math.exp(dice.nextDouble() * Math.log((double) most)));
        return dice.nextBoolean() ? size : -size;
    }

    /** Up to some seconds, most of them short. */
    private static long someNanos(Random dice, int mostSeconds) {
        double share = dice.nextDouble();
        return 1_000_000 + (long) (share * share * mostSeconds * SECOND);
    }

    private void later(long nanos, Runnable action) {
        timeline.at(timeline.now() + nanos, null, () -> {
            if (!isOver) {
                action.run();
            }
        });
    }

    private void forRunning(Node node, @Nullable String what, Consumer<Run> action) {
        if (what != null) {
            cluster.tell(node, () -> what);
        }
        node.running().forEach(action);
    }

    private void step(Object who, Machine machine, long millis) {
        cluster.tell(
                who,
                () -> "its clock is set %s by %s"
                        .formatted((millis < 0) ? "back" : "ahead", Duration.ofMillis(Math.abs(millis))));
        machine.step(millis);
    }

    private void drift(Node node, int perMillion) {
        cluster.tell(node, () -> "its clock runs %d per million too fast from now on".formatted(perMillion));
        node.machine().drift(perMillion);
    }

    private void pause(Node node, Fault fault, long nanos) {
        boolean isInCall = fault == Fault.PAUSE_IN_A_CALL;
        cluster.tell(
                node,
                () -> "its process stands still for %s%s"
                        .formatted(millis(nanos), isInCall ? ", right after it has read its clock" : ""));
        for (Run run : node.running()) {
            if (isInCall) {
                run.pauseAfterReading(nanos);
            } else {
                run.pause(nanos);
            }
        }
    }

    private void end(Node node, Fault fault, Random dice) {
        Run run = node.main();
        if (run == null || !run.isAlive()) {
            return;
        }
        switch (fault) {
            case STOP -> {
                cluster.tell(node, () -> "is stopped gracefully");
                timeline.at(timeline.now(), run, run::stop);
            }
            case STOP_AND_START -> {
                long nanos = someNanos(dice, 20);
                cluster.tell(node, () -> "its context is stopped, and started %s later".formatted(millis(nanos)));
                timeline.at(timeline.now(), run, () -> run.stopAndStart(nanos));
            }
            case POWER_LOSS -> {
                cluster.tell(node, () -> "the power of its machine fails");
                node.running().stream()
                        .filter(one -> one.machine() == node.machine())
                        .forEach(Run::kill);
                node.machine().failPower(dice);
            }
            default -> {
                cluster.tell(node, () -> "is killed");
                run.kill();
            }
        }
        later(someNanos(dice, 20), node::start);
    }

    /** It is killed and started elsewhere, with another disk. */
    private void move(Node node, Fault fault, Random dice) {
        if (fault == Fault.OLDER_DISK) {
            node.backUp();
        }
        later((fault == Fault.OLDER_DISK) ? someNanos(dice, 20) : 0, () -> {
            Machine next = switch (fault) {
                case NEW_DISK -> node.newMachine();
                case COPIED_DISK -> node.copy(false);
                case CLONED_DISK -> node.copy(true);
                default -> node.backup();
            };
            cluster.tell(
                    node,
                    () -> "is killed, and started on another machine with %s"
                            .formatted(
                                    switch (fault) {
                                        case NEW_DISK -> "an empty disk";
                                        case COPIED_DISK -> "a copy of its files";
                                        case CLONED_DISK -> "a clone of its disk";
                                        default -> "its files of a while ago";
                                    }));
            end(node);
            node.machine(next);
            later(someNanos(dice, 20), node::start);
        });
    }

    /** Two machines with one configured worker id are more than mode local promises to tell apart. */
    private void end(Node node) {
        boolean isLocal = cluster.plan().mode() == Plan.Mode.LOCAL;
        node.running().stream().filter(run -> isLocal || run == node.main()).forEach(Run::kill);
    }

    private void second(Node node, Fault fault, Random dice) {
        Machine on = switch (fault) {
            case SECOND_PROCESS_IN_THE_DIRECTORY, SECOND_PROCESS_ON_ANOTHER_PORT -> node.machine();
            case SECOND_PROCESS_ON_A_COPY -> node.copy(dice.nextBoolean());
            default -> node.newMachine();
        };
        cluster.tell(
                node,
                () -> "a second process is started %s"
                        .formatted(
                                switch (fault) {
                                    case SECOND_PROCESS_IN_THE_DIRECTORY ->
                                        "as the same instance, in the same directory";
                                    case SECOND_PROCESS_ON_A_COPY -> "as the same instance, on a copy of the disk";
                                    case SECOND_PROCESS_ON_ANOTHER_PORT -> "on another port, with the same worker id";
                                    default -> "as the same instance, without a file";
                                }));
        if (cluster.isChanging()) {
            return;
        }
        Run run = node.startBeside(on, fault == Fault.SECOND_PROCESS_ON_ANOTHER_PORT);
        boolean isKilled = dice.nextBoolean();
        later(someNanos(dice, 40), () -> timeline.at(timeline.now(), run, isKilled ? run::kill : run::stop));
    }

    private void weather(Node node, Link.Weather weather, long nanos) {
        forRunning(
                node,
                switch (weather) {
                    case CUT -> "its line to the registry is cut for " + millis(nanos);
                    case SLOW -> "its line to the registry is slow for " + millis(nanos);
                    case LOSSY -> "its calls and their answers may be lost for " + millis(nanos);
                    default -> "its calls may arrive late, out of order or twice for " + millis(nanos);
                },
                run -> {
                    run.weather(weather);
                    later(nanos, run::settle);
                });
    }

    private void lag(Node node, int changes, long nanos) {
        forRunning(node, "for %s its server has not got the last %d changes".formatted(millis(nanos), changes), run -> {
            run.lag(changes);
            later(nanos, () -> run.lag(0));
        });
    }

    private void editStep(Random dice) {
        if (cluster.plan().mode() == Plan.Mode.SEGMENT) {
            rows(Fault.STEP_EDITED, dice);
        }
    }

    private void registry(Fault fault, Random dice) {
        if (fault == Fault.REGISTRY_DOWN) {
            long nanos = someNanos(dice, 40);
            goAway(cluster.tables().any(dice), nanos);
        } else if (fault == Fault.DATABASE_CRASH) {
            crashDatabase(dice);
        } else if (fault == Fault.REGISTRY_CLOCK_STEP) {
            step("the registry", cluster.registryMachine(), stepMillis(dice));
        } else if (cluster.plan().mode() == Plan.Mode.SEGMENT) {
            rows(fault, dice);
        } else if (fault == Fault.FAIL_OVER) {
            int changes = 1 + dice.nextInt(6);
            Set<Integer> lost = cluster.byHand(() -> cluster.registry().failOver(changes));
            cluster.tell(() -> "the registry goes on from a copy without its last %d changes, of the worker ids %s"
                    .formatted(changes, lost));
            lost.forEach(cluster.books()::lost);
        } else if (fault == Fault.RECORDS_EMPTIED) {
            empty();
        } else {
            List<Integer> known = List.copyOf(cluster.registry().workerIds());
            if (!known.isEmpty()) {
                tamper(fault, known.get(dice.nextInt(known.size())));
            }
        }
    }

    /** It is back after a while, without its last changes if they were not on its disk. */
    private void crashDatabase(Random dice) {
        int place = cluster.tables().any(dice);
        int changes = 1 + dice.nextInt(6);
        goAway(place, someNanos(dice, 10));
        Plan plan = cluster.plan();
        if (plan.mode() == Plan.Mode.SEGMENT) {
            Set<String> lost = cluster.tables().get(place).crash(changes);
            cluster.tell(() -> "it has crashed, and lost the last changes of the tags " + lost);
        } else if (plan.segments().commits().areLost() && !plan.mode().isZooKeeper()) {
            Set<Integer> lost = cluster.byHand(() -> cluster.registry().failOver(changes));
            cluster.tell(() -> "it has crashed, and lost the last changes of the worker ids " + lost);
            lost.forEach(cluster.books()::lost);
        }
    }

    private void goAway(int place, long nanos) {
        boolean isOfSegments = cluster.plan().mode() == Plan.Mode.SEGMENT;
        String name = isOfSegments ? cluster.tables().name(place) : "registry";
        cluster.tell(() -> "the %s is unavailable for %s".formatted(name, millis(nanos)));
        Link.Server server = cluster.tables().server(place);
        server.down(true);
        later(nanos, () -> server.down(false));
    }

    private void tamper(Fault fault, int workerId) {
        boolean isDeleted = fault == Fault.RECORD_DELETED;
        cluster.tell(() ->
                "%s is %s by hand".formatted(cluster.registry().nameOf(workerId), isDeleted ? "deleted" : "rewound"));
        if (isDeleted) {
            deleted(workerId);
            byHand(registry -> registry.delete(workerId));
        } else {
            cluster.books().lost(workerId);
            byHand(registry -> registry.rewind(workerId));
        }
    }

    private void empty() {
        cluster.tell(() -> "all records of worker ids are deleted by hand");
        cluster.registry().workerIds().forEach(this::deleted);
        lastOfOriginals.forEach(
                (workerId, last) -> cluster.books().lost(workerId, last + 1)); // none puts its record back
        byHand(SimulatedRegistry::empty);
        isEmptied = true;
        if (!cluster.plan().scope().reachesTheRegistry()) {
            endMistakes();
        }
    }

    /** What would refuse them is gone until a node puts it back, which something may keep from it. */
    private void endMistakes() {
        cluster.nodes()
                .forEach(node -> node.running().stream()
                        .filter(run -> !run.setting().equals(cluster.setting()))
                        .forEach(Run::kill));
    }

    private void byHand(Consumer<SimulatedRegistry> change) {
        var unused = cluster.byHand(() -> {
            change.accept(cluster.registry());
            return cluster;
        });
    }

    /** Nodes that reach the registry put back what is deleted, so that it is no excuse where nothing keeps them from it. */
    private void deleted(int workerId) {
        if (!cluster.plan().scope().reachesTheRegistry()) {
            cluster.books().lost(workerId);
        }
    }

    private void fill(Node node, long nanos) {
        Machine machine = node.machine();
        cluster.tell(node, () -> "its disk is full for " + millis(nanos));
        machine.disk().full(true);
        later(nanos, () -> machine.disk().full(false));
    }

    private void noThread(Node node, int times, boolean isRejected) {
        forRunning(
                node,
                "the next %d hand-overs %s".formatted(times, isRejected ? "are rejected" : "find no thread"),
                run -> run.refuseThreads(times));
    }

    /** A node of the original Leaf: it takes the next number and issues ids by its clock, whatever others do. */
    private void original(Random dice) {
        if (cluster.plan().mode() == Plan.Mode.SEGMENT) {
            allocateAsOriginal(SegmentPlan.TAGS.get(dice.nextInt(2)), "original " + ++originals, 1 + dice.nextInt(10));
            return;
        }
        if (cluster.setting().mode() != Plan.Mode.ZK_NORMAL || cluster.isChanging()) {
            return;
        }
        if (isEmptied) {
            return; // the numbers begin anew, and it looks at no lease: the guarantees say so
        }
        SimulatedZooKeeper registry = (SimulatedZooKeeper) cluster.registry();
        long now = cluster.registryMachine().wallMillis();
        if (cluster.hasChanged() && now < registry.highestCeiling()) {
            return; // it looks at no reservation of the mode before: the manual says to wait
        }
        NodeIdentity identity = new NodeIdentity("10.9.0." + ++originals, 8080);
        int workerId = registry.startOriginal(identity, now);
        cluster.tell(() -> "a node of the original Leaf starts with worker id " + workerId);
        workAsOriginal(registry, identity, workerId, 3 + dice.nextInt(10), now);
    }

    /**
     * It neither reports nor issues while its clock stands behind what it last read. One whose node a fail-over has lost is ended: no other
     * can know of it.
     */
    private void workAsOriginal(
            SimulatedZooKeeper registry, NodeIdentity identity, int workerId, int reports, long lastMillis) {
        if (cluster.setting().mode() != Plan.Mode.ZK_NORMAL || cluster.isChanging()) {
            return; // it is stopped too
        }
        long now = cluster.registryMachine().wallMillis();
        if (now >= lastMillis) {
            if (!registry.reportOriginal(identity, workerId, now)) {
                cluster.tell(() -> "the node of original " + identity + " is lost, and it is ended");
                cluster.books().lost(workerId, lastMillis + 1);
                return;
            }
            cluster.books().used("original " + identity, workerId, now, 0);
            lastOfOriginals.put(workerId, now);
        }
        if (reports > 0) {
            long last = Math.max(now, lastMillis);
            later(3 * SECOND, () -> workAsOriginal(registry, identity, workerId, reports - 1, last));
        }
    }

    private void allocateAsOriginal(String tag, String owner, int times) {
        if (cluster.tables().all().size() > 1) {
            return; // the manual says that none may run beside databases that grant by turns
        }
        cluster.tell(() -> "a node of the original Leaf allocates a segment of '" + tag + "'");
        cluster.tables()
                .get(0)
                .allocateAsOriginal(owner, tag)
                .ifPresent(grant -> cluster.ranges().issuedByOriginal(owner, tag, grant));
        if (times > 1) {
            later(SECOND, () -> allocateAsOriginal(tag, owner, times - 1));
        }
    }

    /** The rows of segments, by hand or by a fail-over. */
    private void rows(Fault fault, Random dice) {
        int place = cluster.tables().any(dice);
        SimulatedRows rows = cluster.tables().get(place);
        String name = cluster.tables().name(place);
        String tag = SegmentPlan.TAGS.get(dice.nextInt(SegmentPlan.TAGS.size()));
        switch (fault) {
            case FAIL_OVER -> {
                int changes = 1 + dice.nextInt(6);
                Set<String> lost = rows.failOver(changes);
                cluster.tell(() -> "the %s goes on from a copy without its last %d changes, of the tags %s"
                        .formatted(name, changes, lost));
            }
            case RECORD_REWOUND -> {
                int ids = 1 + dice.nextInt(200);
                cluster.tell(() -> "the row of '%s' in the %s is rewound by %d by hand".formatted(tag, name, ids));
                rows.rewind(tag, ids);
            }
            case RECORD_DELETED -> {
                cluster.tell(() -> "the row of '%s' in the %s is deleted by hand".formatted(tag, name));
                rows.delete(tag);
            }
            case RECORDS_EMPTIED -> {
                cluster.tell(() -> "all rows in the %s are deleted by hand".formatted(name));
                rows.empty();
            }
            default -> {
                int step = (dice.nextInt(4) == 0) ? -dice.nextInt(3) : 1 + dice.nextInt(60);
                cluster.tell(() -> "the step of '%s' in the %s is set to %d by hand".formatted(tag, name, step));
                rows.step(tag, step);
            }
        }
    }

    private static String millis(long nanos) {
        return Duration.ofMillis(nanos / 1_000_000).toString();
    }
}
