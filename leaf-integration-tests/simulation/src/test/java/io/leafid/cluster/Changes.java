package io.leafid.cluster;

import io.leafid.workerid.BrokenRule;
import java.time.Duration;
import java.util.Random;

/** Changes of the setting of a cluster: of the mode of all nodes as the manual describes it, and of one node by mistake. For one thread. */
final class Changes {

    private static final Duration TO_STOP = Duration.ofSeconds(5);

    private final Cluster cluster;
    private final Timeline timeline;

    Changes(Cluster cluster) {
        this.cluster = cluster;
        this.timeline = cluster.timeline();
    }

    /** All nodes stop; when all reservations have passed, the record of the namespace is deleted, and they start in the other mode. */
    void mode(Random dice) {
        if (cluster.plan().mode() == Plan.Mode.SEGMENT || cluster.isChanging()) {
            return;
        }
        cluster.changing(true);
        cluster.tell(() -> "all nodes are stopped, to go on in mode "
                + cluster.setting().mode().other());
        for (Node node : cluster.nodes()) {
            boolean isKilled = dice.nextInt(4) == 0;
            node.running().forEach(run -> timeline.at(timeline.now(), run, isKilled ? run::kill : run::stop));
        }
        after(TO_STOP, () -> {
            cluster.nodes().forEach(node -> node.running().forEach(Run::kill));
            after(cluster.plan().keeping().reservation(), this::changeMode);
        });
    }

    /** What a mark alone has covered is recorded nowhere else, so that it may be used again, as the manual says. */
    private void excuseWhatMarksAloneCover() {
        for (int workerId : cluster.registry().workerIds()) {
            long used = cluster.books().lastUsed(workerId);
            if (used >= cluster.registry().recordedCeiling(workerId)) {
                cluster.tell(() -> "worker id %d was used beyond what %s says"
                        .formatted(workerId, cluster.registry().nameOf(workerId)));
                cluster.books().lost(workerId, used + 1);
            }
        }
    }

    private void changeMode() {
        if (!cluster.plan().reservesInARegistry(cluster.setting().mode())) {
            excuseWhatMarksAloneCover();
        }
        cluster.tell(() -> "the record of the namespace is deleted, and all nodes start");
        cluster.registry().forget();
        cluster.setting(cluster.setting().inOtherMode());
        cluster.changing(false);
        cluster.nodes().forEach(Node::start);
        after(Cluster.UNDER_WAY, this::forgetAgain);
    }

    /** A node that was stopped may have had the record under way, which then names the former mode: the refusals say what to do. */
    private void forgetAgain() {
        if (cluster.nodes().stream().noneMatch(Node::isRunning)) {
            cluster.tell(() -> "the record of the namespace is deleted once more");
            cluster.registry().forget();
        }
    }

    private void after(Duration pause, Runnable action) {
        timeline.at(timeline.now() + pause.toNanos(), null, action);
    }

    /** A node is restarted with a setting that the namespace is not bound to. */
    void mistake(Node node, Random dice) {
        boolean isLocal = cluster.plan().mode() == Plan.Mode.LOCAL;
        boolean isBound = isLocal ? node.hasRecorded() : cluster.registry().isBound();
        if (cluster.plan().mode() == Plan.Mode.SEGMENT || cluster.isChanging() || !isBound) {
            return;
        }
        Setting right = cluster.setting();
        Setting wrong = (isLocal || dice.nextBoolean()) ? right.inOtherLayout() : right.inOtherMode();
        cluster.tell(node, () -> "is killed, and started by mistake with " + wrong);
        Run main = node.main();
        if (main != null && main.isAlive()) {
            main.kill();
        }
        Run mistaken = node.startBeside(node.machine(), wrong);
        after(Duration.ofMillis(dice.nextInt(20_000)), mistaken::kill);
        after(Duration.ofMillis(dice.nextInt(25_000)), node::start);
    }

    /** Whether starts are compared with what the namespace is bound to. */
    static boolean areCompared(Cluster cluster) {
        return !cluster.breaks(BrokenRule.A_NAMESPACE_HAS_ONE_LAYOUT);
    }
}
