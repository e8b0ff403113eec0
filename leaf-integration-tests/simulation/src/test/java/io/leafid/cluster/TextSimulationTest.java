package io.leafid.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.leafid.testing.SilentLog;
import io.leafid.textid.TextSettings;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Schedules with texts whose counter begins anew at midnight, which comes while the cluster runs, or goes, since summer time ends, and
 * whose nodes' clocks step over it in both directions: no text comes twice, and each is of the row of its date. {@link ClusterSimulationTest} has them among all others.
 */
@ExtendWith(SilentLog.class)
class TextSimulationTest {

    private static final int SEEDS = Integer.getInteger("leaf.cluster.text-seeds", 400);

    private static final Scope SCOPE = Scope.EVERYTHING.in(EnumSet.of(Plan.Mode.SEGMENT));

    @Test
    void noTextComesTwiceAndEachIsOfTheRowOfItsDate() {
        int plans = 0;
        int overMidnight = 0;
        int withSummerTime = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Plan plan = Plan.of(seed, SCOPE);
            TextSettings texts = plan.segments().texts();
            if (texts != null) {
                Cluster cluster = new Cluster(plan, false);
                if (cluster.run() != null) {
                    fail(Shrinker.story(Shrinker.shrink(plan)));
                }
                Set<String> rows = new HashSet<>();
                cluster.tables().all().forEach(table -> rows.addAll(table.tags()));
                rows.removeIf(row -> !row.startsWith(SegmentPlan.TEXT) || table(cluster, row) < 2);
                plans++;
                withSummerTime += texts.zone().getRules().isFixedOffset() ? 0 : 1;
                overMidnight += rows.size() > 1 ? 1 : 0;
            }
        }
        assertThat(plans).isGreaterThan(SEEDS / 5);
        assertThat(withSummerTime).isBetween(plans / 4, plans * 3 / 4);
        assertThat(overMidnight).as("texts of several days").isGreaterThan(plans / 2);
    }

    private static long table(Cluster cluster, String row) {
        return cluster.tables().all().stream()
                .mapToLong(table -> table.highest(row))
                .max()
                .orElse(0);
    }
}
