package io.leafid.cluster;

import io.leafid.TagLimit;
import io.leafid.segment.jdbc.SimulatedRows;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What happens to single tags: a limit on one node, and a tag that goes and comes again. For one thread. */
final class TagFaults {

    private static final int LONGEST_MILLIS = 20_000;

    private final Cluster cluster;
    private final Later later;
    private boolean isOver;

    TagFaults(Cluster cluster, Later later) {
        this.cluster = cluster;
        this.later = later;
    }

    /** Limits begin no more, also those that a process that stands still has not heard of yet. */
    void end() {
        isOver = true;
    }

    void limit(Node node, Random dice) {
        String tag = any(dice);
        boolean isOff = dice.nextInt(3) == 0;
        TagLimit limit = isOff ? new TagLimit(false, null) : new TagLimit(true, 1L + dice.nextInt(60));
        cluster.tell(
                node,
                () -> "tag '%s' is %s"
                        .formatted(
                                tag, isOff ? "switched off" : "limited to %d ids a second".formatted(limit.maxRate())));
        set(node, tag, limit);
        later.at(Duration.ofMillis(dice.nextInt(LONGEST_MILLIS)).toNanos(), () -> {
            cluster.tell(node, () -> "tag '%s' has no limit any more".formatted(tag));
            set(node, tag, TagLimit.NONE);
        });
    }

    private void set(Node node, String tag, TagLimit limit) {
        Timeline timeline = cluster.timeline();
        node.running()
                .forEach(run -> timeline.at(timeline.now(), run, () -> {
                    if (!isOver) {
                        run.limit(tag, limit);
                    }
                }));
    }

    /** A hand removes a row, and adds it again above all that was allocated. */
    void withdraw(Random dice) {
        List<SimulatedRows> tables = cluster.tables().all();
        String tag = any(dice);
        cluster.tell(() -> "the row of '%s' is removed, to come again".formatted(tag));
        tables.forEach(rows -> rows.withdraw(tag));
        later.at(Duration.ofMillis(dice.nextInt(LONGEST_MILLIS)).toNanos(), () -> {
            cluster.tell(() -> "the row of '%s' is there again, above all that was allocated".formatted(tag));
            tables.forEach(rows -> rows.put(tag, rows.highest(tag), 1 + dice.nextInt(60)));
        });
    }

    private static String any(Random dice) {
        return SegmentPlan.TAGS.get(dice.nextInt(SegmentPlan.TAGS.size()));
    }

    /** Plans what happens after a while, unless the faults are over by then. */
    interface Later {

        void at(long nanos, Runnable action);
    }
}
