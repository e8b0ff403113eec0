package io.leafid.cluster;

import io.leafid.specification.LeaseEvent;
import io.leafid.workerid.NodeIdentity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An instance: its identity, the machine that it is on, and the processes that run as it. For one thread. */
final class Node {

    private final Cluster cluster;
    private final int number;
    private final NodeIdentity identity;
    private final List<Run> others = new ArrayList<>();
    private Machine machine;
    private @Nullable Run main;
    private @Nullable Machine backup;
    private int runs;
    private int machines;
    private boolean hasLeft;

    Node(Cluster cluster, int number) {
        this.cluster = cluster;
        this.number = number;
        this.identity = new NodeIdentity("10.0.0." + number, 8080);
        this.machine = new Machine(cluster.timeline(), cluster.plan().broken(), "m" + number, "m" + number + "-boot0");
    }

    Machine machine() {
        return machine;
    }

    void machine(Machine other) {
        machine = other;
    }

    NodeIdentity identity() {
        return identity;
    }

    /** The process that should run. */
    @Nullable Run main() {
        return main;
    }

    /** All processes that run. */
    List<Run> running() {
        List<Run> found = new ArrayList<>(others);
        if (main != null) {
            found.add(main);
        }
        found.removeIf(run -> !run.isAlive());
        return found;
    }

    boolean isRunning() {
        return main != null && main.isAlive();
    }

    /** Starts the process that should run, and again later if that fails. */
    void start() {
        if (!isRunning() && !hasLeft && !cluster.isChanging()) {
            Run run = newRun(machine, identity, cluster.setting());
            main = run;
            startNow(run);
            long pause = cluster.pace().betweenStarts().toNanos();
            cluster.timeline().at(cluster.timeline().now() + pause, null, this::start);
        }
    }

    /** It is not started again. */
    void leave() {
        hasLeft = true;
    }

    /** Starts another process as the same instance, or as one on another port. */
    Run startBeside(Machine on, boolean isOnAnotherPort) {
        NodeIdentity as = isOnAnotherPort ? new NodeIdentity(identity.host(), identity.port() + 1) : identity;
        return startBeside(newRun(on, as, cluster.setting()));
    }

    /** Starts another process as the same instance, with another setting, which must be refused. */
    Run startBeside(Machine on, Setting setting) {
        return startBeside(newRun(on, identity, setting));
    }

    private Run startBeside(Run run) {
        others.add(run);
        startNow(run);
        return run;
    }

    /** Whether a mark was ever durable on the machine. */
    boolean hasRecorded() {
        return machine.hasRecorded(identity.port(), number);
    }

    private Run newRun(Machine on, NodeIdentity as, Setting setting) {
        return new Run(
                cluster,
                on,
                as,
                setting,
                "process %d.%d".formatted(number, ++runs),
                cluster.plan().seed() * 1_000_003 + number * 1_009L + runs);
    }

    private void startNow(Run run) {
        cluster.timeline().at(cluster.timeline().now(), run, () -> {
            if (run.start()) {
                cluster.tell(run, () -> "runs");
                cluster.started(run);
            }
        });
    }

    String nextMachine() {
        return "m%d-%d".formatted(number, ++machines);
    }

    /** Another machine with a copy of the disk, or a clone. */
    Machine copy(boolean isClone) {
        return copy(machine, isClone);
    }

    private Machine copy(Machine of, boolean isClone) {
        Machine copy = of.copy(nextMachine(), isClone);
        cluster.note(() -> LeaseEvent.copied(of.name(), copy.name()));
        return copy;
    }

    /** A machine with nothing on it. */
    Machine newMachine() {
        String name = nextMachine();
        Machine made = new Machine(cluster.timeline(), cluster.plan().broken(), name, name + "-boot0");
        made.set(machine.wallMillis());
        return made;
    }

    /** Keeps a copy of the disk, to be put in place later. */
    void backUp() {
        backup = copy(machine, false);
    }

    /** The last copy that was kept; the disk as it is if none was. */
    Machine backup() {
        Machine kept = backup;
        Machine older = copy((kept == null) ? machine : kept, false);
        older.set(machine.wallMillis());
        return older;
    }

    @Override
    public String toString() {
        return "node " + number;
    }
}
