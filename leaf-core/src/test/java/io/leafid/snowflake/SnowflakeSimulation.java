package io.leafid.snowflake;

import io.leafid.lease.KeeperSettings;
import io.leafid.lease.LeaseScene;
import io.leafid.lease.LeasedNode;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Some nodes, one registry, and a seed that decides what happens to them: steps of each clock, pauses, crashes with and
 * without the disk, restarts, partitions, lost requests and replies, and worker ids that pass from one to the other.
 */
final class SnowflakeSimulation {

    private static final int STEPS = 80;
    private static final int DEPTH = 2;

    private static final KeeperSettings POOLED = new KeeperSettings(
            Duration.ofSeconds(3),
            Duration.ofSeconds(40),
            Duration.ofSeconds(15),
            KeeperSettings.OnRegistryLoss.STOP,
            Duration.ZERO);

    /** How the worker ids of a world are leased. */
    enum Mode {
        POOLED,
        STRICT,
        /** A node's disk is never lost: what the local mark alone has carried on is known nowhere else. */
        ALONE
    }

    private final Random random;
    private final Mode mode;
    private final LeaseScene scene;
    private final IdLedger ledger;
    private final SnowflakeSettings settings;
    private final @Nullable SimulatedProcess[] running;
    private final InMemoryLocalMark[] disks;
    private final List<SimulatedProcess> late = new ArrayList<>();
    private final List<SimulatedProcess> twins = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private int processes;
    private int depth;
    private int lossRate;
    private long refused;

    SnowflakeSimulation(long seed, Mode mode) {
        this.random = new Random(seed * 31 + mode.name().hashCode());
        this.mode = mode;
        this.ledger = new IdLedger("seed " + seed + ", mode " + mode);
        int nodes = 2 + random.nextInt(4);
        this.scene = new LeaseScene(new WorkerIdRange(0, (mode == Mode.POOLED) ? random.nextInt(3) : nodes));
        this.running = new SimulatedProcess[nodes];
        this.disks = new InMemoryLocalMark[nodes];
        for (int i = 0; i < nodes; i++) {
            disks[i] = new InMemoryLocalMark();
        }
        this.settings = new SnowflakeSettings(
                random.nextBoolean() ? SequenceMode.ROLLING : SequenceMode.RANDOM,
                Duration.ofMillis(5),
                random.nextBoolean() ? OnBackwards.FAIL : OnBackwards.BORROW,
                Duration.ofSeconds(1));
        this.lossRate = random.nextBoolean() ? 0 : 4 + random.nextInt(12);
    }

    /** Lets the world go on to its end; fails when a promise is broken. */
    IdLedger run() {
        for (int i = 0; i < STEPS; i++) {
            step();
        }
        return ledger;
    }

    /** What happened, in order, with the common time: each choice, id and refusal. */
    List<String> trace() {
        return trace;
    }

    void note(String what) {
        trace.add(scene.time().elapsedNanos() + ": " + what);
    }

    Random random() {
        return random;
    }

    int lossRate() {
        return lossRate;
    }

    void refused(String why) {
        refused++;
        note(why);
    }

    long refusals() {
        return refused;
    }

    /** What is durably reserved for the worker id of a process: by its disk and, unless it may go on alone, the registry. */
    long reservedUpTo(SimulatedProcess process, int workerId) {
        long marked = process.disk().highestMarkOf(workerId);
        return (mode == Mode.ALONE) ? marked : Math.min(marked, scene.registry().highestCeilingOf(workerId));
    }

    /** Lets all other processes go on while one is stopped in the midst of something. */
    void goOnWithout() {
        if (depth >= DEPTH) {
            return;
        }
        depth++;
        for (int i = random.nextInt(8); i >= 0; i--) {
            step();
        }
        depth--;
    }

    private void step() {
        int i = random.nextInt(running.length);
        SimulatedProcess process = running[i];
        int what = random.nextInt(100);
        note("choice " + what + " for node " + i);
        if (what < 25) {
            letTimePass();
        } else if (what < 29 && depth == 0 && !late.isEmpty()) {
            aLateOne();
        } else if (what < 33 && !twins.isEmpty()) {
            aTwin();
        } else if (process == null) {
            start(i);
        } else if (process.isBusy()) {
            aPausedOne(i, process, what);
        } else if (what < 70) {
            process.issue(ledger);
        } else {
            misfortune(i, process, what);
        }
    }

    private void misfortune(int i, SimulatedProcess process, int what) {
        if (what < 73 && mode != Mode.ALONE) {
            startTwin(i);
        } else if (what < 76) {
            process.node().time().step(someStep());
        } else if (what < 82) {
            process.pause();
        } else if (what < 87) {
            process.node().holder().connected(random.nextBoolean());
        } else if (what < 93) {
            process.node().crash();
            running[i] = null;
            if (mode != Mode.ALONE && random.nextBoolean()) {
                disks[i] = new InMemoryLocalMark(); // another machine
            }
        } else {
            process.close();
            running[i] = null;
            late.add(process); // a caller may still use it
        }
    }

    /** A process that stands still goes on, is given up by the registry, or is replaced on another machine. */
    private void aPausedOne(int i, SimulatedProcess process, int what) {
        if (!process.node().time().isPaused() || depth > 0) {
            return;
        }
        if (what < 50) {
            process.resume();
        } else if (what < 75 || mode == Mode.ALONE) {
            process.node().holder().expire();
        } else {
            process.node().holder().expire();
            late.add(process);
            running[i] = null;
            disks[i] = new InMemoryLocalMark();
        }
    }

    /** One that was replaced while it stood still wakes up, or one that was closed is called again. */
    private void aLateOne() {
        SimulatedProcess process = late.remove(random.nextInt(late.size()));
        boolean isReplaced = process.node().time().isPaused();
        if (isReplaced) {
            process.resume();
        }
        process.issue(ledger);
        if (isReplaced) {
            process.node().crash();
        }
    }

    /** A second process of a node's identity, on a copy of its disk, beside the first. */
    private void startTwin(int i) {
        InMemoryLocalMark copy = disks[i].copy();
        SimulatedProcess twin = newProcess(i, copy);
        if (twin.start()) {
            twins.add(twin);
        } else {
            twin.node().crash();
        }
    }

    private void aTwin() {
        SimulatedProcess twin = twins.get(random.nextInt(twins.size()));
        if (twin.isBusy()) {
            return;
        }
        if (random.nextInt(6) != 0) {
            twin.issue(ledger);
        } else {
            twins.remove(twin);
            if (random.nextBoolean()) {
                twin.close();
            } else {
                twin.node().crash();
            }
        }
    }

    private SimulatedProcess newProcess(int i, InMemoryLocalMark disk) {
        NodeIdentity identity = new NodeIdentity("10.0.0." + i, 8080);
        LeasedNode node = switch (mode) {
            case POOLED -> scene.pooled(identity, POOLED, disk);
            case STRICT -> scene.fixed(identity, LeaseScene.STRICT, disk);
            case ALONE -> scene.fixed(identity, LeaseScene.FIXED, disk);
        };
        node.time().step(Duration.ofMillis(random.nextInt(4_000) - 2_000L));
        node.holder().connected(random.nextInt(5) != 0);
        return new SimulatedProcess(processes++, node, disk, settings, this);
    }

    private void start(int i) {
        SimulatedProcess process = newProcess(i, disks[i]);
        LeasedNode node = process.node();
        running[i] = process;
        if (!process.start()) {
            running[i] = null;
            if (random.nextBoolean()) {
                process.close();
            } else {
                node.crash();
            }
        }
    }

    private void letTimePass() {
        int most = (random.nextInt(8) == 0) ? 60_000 : (random.nextBoolean() ? 10 : 8_000);
        scene.millis(random.nextInt(most));
        if (random.nextInt(20) == 0) {
            lossRate = (lossRate == 0) ? 3 : 0;
        }
    }

    private Duration someStep() {
        long size = switch (random.nextInt(4)) {
            case 0 -> 8;
            case 1 -> 1_200;
            case 2 -> 20_000;
            default -> 700_000;
        };
        return Duration.ofMillis(random.nextLong(2 * size) - size);
    }
}
