package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Whatever happens in whatever order, no id is issued twice, none outside of what was granted, none out of order, and no
 * tag is dead afterwards. Properties: {@code leaf.simulation.first-seed} says where to begin, {@code leaf.simulation.seeds}
 * how many schedules there are.
 */
class SegmentSimulationTest {

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.leafid.segment");
    private static final int SEEDS = Integer.getInteger("leaf.simulation.seeds", 60);
    private static final long FIRST_SEED = Long.getLong("leaf.simulation.first-seed", 0);
    private static final int REPEATED_SEEDS = 300;
    private static @Nullable Level level;

    @BeforeAll
    static void silence() {
        level = LOGGER.getLevel();
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOGGER.setLevel(level);
    }

    @Test
    void anyScheduleKeepsIdsUniqueGrantedAndInOrderAndTagsAlive() {
        long issued = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            issued += run(seed);
        }
        System.out.printf("%d schedules, %d ids issued%n", SEEDS, issued);
        assertThat(issued).as("the schedules do issue ids").isGreaterThan(SEEDS * 50L);
    }

    /** A failing seed is worth nothing if the next run of it does something else. */
    @Test
    void everySeedReproducesItsWholeSchedule() {
        for (long seed = 0; seed < REPEATED_SEEDS; seed++) {
            List<String> first = trace(seed);

            assertThat(first).as("seed %d", seed).hasSizeGreaterThan(100).isEqualTo(trace(seed));
        }
    }

    private static List<String> trace(long seed) {
        SegmentSimulation simulation = new SegmentSimulation(seed);
        simulation.run();
        return simulation.trace();
    }

    private static int run(long seed) {
        try {
            return new SegmentSimulation(seed).run();
        } catch (RuntimeException | AssertionError ex) {
            throw new AssertionError(
                    "seed %d fails; run it again with -Dleaf.simulation.first-seed=%d -Dleaf.simulation.seeds=1"
                            .formatted(seed, seed),
                    ex);
        }
    }
}
