package io.leafid.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Schedules with texts whose counter begins anew at midnight, which comes while the cluster runs, and whose nodes' clocks step over it
 * in both directions: no text comes twice, and each is of the row of its date. {@link ClusterSimulationTest} has them among all others.
 */
class TextSimulationTest {

    private static final int SEEDS = Integer.getInteger("leaf.cluster.text-seeds", 400);

    private static final Scope SCOPE = Scope.EVERYTHING.in(EnumSet.of(Plan.Mode.SEGMENT));

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.leafid");

    @BeforeEach
    void silenceTheLog() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void restoreTheLog() {
        logger.setLevel(null);
    }

    @Test
    void noTextComesTwiceAndEachIsOfTheRowOfItsDate() {
        int plans = 0;
        int overMidnight = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Plan plan = Plan.of(seed, SCOPE);
            if (plan.segments().texts() != null) {
                Cluster cluster = new Cluster(plan, false);
                if (cluster.run() != null) {
                    fail(Shrinker.story(Shrinker.shrink(plan)));
                }
                Set<String> rows = new HashSet<>();
                cluster.tables().all().forEach(table -> rows.addAll(table.tags()));
                rows.removeIf(row -> !row.startsWith(SegmentPlan.TEXT) || table(cluster, row) < 2);
                plans++;
                overMidnight += rows.size() > 1 ? 1 : 0;
            }
        }
        assertThat(plans).isGreaterThan(SEEDS / 5);
        assertThat(overMidnight).as("texts of several days").isGreaterThan(plans / 2);
    }

    private static long table(Cluster cluster, String row) {
        return cluster.tables().all().stream()
                .mapToLong(table -> table.highest(row))
                .max()
                .orElse(0);
    }
}
