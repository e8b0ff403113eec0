package io.leafid.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.leafid.testing.SilentLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A whole cluster under every fault at once: each id is unique, was durably reserved by its issuer, grows, and comes within its deadline,
 * and after the last fault each node issues ids again. A failure tells the shortest schedule that leads to it as a story, and its seed
 * reproduces it: {@code -Dleaf.cluster.first-seed=… -Dleaf.cluster.seeds=1}.
 */
@ExtendWith(SilentLog.class)
class ClusterSimulationTest {

    private static final int SEEDS = Integer.getInteger("leaf.cluster.seeds", 200);

    private static final int LASTING_SEEDS = Integer.getInteger("leaf.cluster.lasting-seeds", 60);

    private static final int FIRST_SEED = Integer.getInteger("leaf.cluster.first-seed", 0);

    /** Everything, in the modes that {@code leaf.cluster.modes} names, or in all. */
    private static final Scope SCOPE = Scope.EVERYTHING.in(modes(System.getProperty("leaf.cluster.modes", "")));

    private static final int REPEATED_SEEDS = 25;

    /** More than one compares its clock with. */
    private static final int MANY_NODES = 24;

    /** One of so many schedules is run where the processor may be lost anywhere, which takes several times as long. */
    private static final int SEEDS_PER_LAPSE = 10;

    private static Set<Plan.Mode> modes(String names) {
        return Arrays.stream(Plan.Mode.values())
                .filter(mode -> names.isEmpty() || List.of(names.split(",")).contains(mode.name()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Plan.Mode.class)));
    }

    @Test
    void everyPromiseIsKeptWhateverHappens(TestReporter reporter) {
        long issued = 0;
        long refused = 0;
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Plan plan = Plan.of(seed, SCOPE);
            Cluster cluster = new Cluster(plan, false);
            if (cluster.run() != null) {
                fail(Shrinker.story(Shrinker.shrink(plan)));
            }
            issued += cluster.books().issued();
            refused += cluster.books().refused();
        }
        reporter.publishEntry("cluster", "%d seeds, %d ids, %d calls refused".formatted(SEEDS, issued, refused));
        assertThat(issued).as("the nodes were not merely down").isGreaterThan(100L * SEEDS);
        assertThat(refused).as("nor undisturbed").isGreaterThan(SEEDS);
    }

    /** Nothing is excused here that a deleted record could be blamed for. */
    @Test
    void recordsThatAreDeletedUnderNodesThatReachTheRegistryAreNoLoss() {
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS / 4; seed++) {
            Plan plan = Plan.of(seed, Scope.OF_DELETED_RECORDS);
            if (new Cluster(plan, false).run() != null) {
                fail(Shrinker.story(Shrinker.shrink(plan)));
            }
        }
    }

    @Test
    void healthyRestIssuesThoughTheOthersNeverHeal() {
        for (int seed = FIRST_SEED; seed < FIRST_SEED + LASTING_SEEDS; seed++) {
            Plan plan = Plan.of(seed, Scope.OF_LASTING_FAULTS);
            if (new Cluster(plan, false).run() != null) {
                fail(Shrinker.story(Shrinker.shrink(plan)));
            }
        }
    }

    @Test
    void everySeedReproducesItsWholeSchedule() {
        for (int seed = 0; seed < REPEATED_SEEDS; seed++) {
            assertThat(fingerprint(seed)).as("seed %d", seed).isEqualTo(fingerprint(seed));
        }
    }

    /** Each compares its clock with those of ten others, by lot; who is among them decides whether it starts. */
    @Test
    void scheduleOfManyNodesIsReproducedToo() {
        Plan few = Plan.of(7, Scope.EVERYTHING.in(EnumSet.of(Plan.Mode.ZK_RECYCLE)));
        List<Plan.Event> events = new ArrayList<>();
        for (int i = 0; i < MANY_NODES; i++) {
            events.add(new Plan.Event(i, Fault.DRIFT, i, i * 0x9E3779B97F4A7C15L));
        }
        for (int i = 0; i < 2 * MANY_NODES; i++) {
            long at = Duration.ofSeconds(5 + i).toNanos();
            events.add(new Plan.Event(at, Fault.CLOCK_STEP, i % MANY_NODES, i * 0x9E3779B97F4A7C15L));
            events.add(new Plan.Event(at, Fault.STOP, i % MANY_NODES, i * 0x9E3779B97F4A7C15L));
        }
        Plan plan = few.with(events).of(MANY_NODES, Duration.ofSeconds(5));
        Cluster first = new Cluster(plan, true);
        Cluster second = new Cluster(plan, true);
        assertThat(first.run()).isNull();
        assertThat(second.run()).isNull();

        assertThat(first.story()).contains("the clock differs by").isEqualTo(second.story());
        assertThat(first.timeline().fingerprint()).isEqualTo(second.timeline().fingerprint());
    }

    private static long fingerprint(int seed) {
        Cluster cluster = new Cluster(Plan.of(seed, SCOPE), false);
        cluster.run();
        return cluster.timeline().fingerprint();
    }

    @ParameterizedTest
    @EnumSource
    void everyPromiseIsKeptWhereverTheProcessorIsLost(Plan.Mode mode) throws ReflectiveOperationException {
        LongFunction<@Nullable String> trial = ChangedEngine.of(mode);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS / SEEDS_PER_LAPSE; seed++) {
            assertThat(trial.apply(seed)).as("seed %d", seed).isNull();
        }
    }
}
