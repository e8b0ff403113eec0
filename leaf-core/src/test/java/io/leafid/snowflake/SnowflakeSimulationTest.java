package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leafid.snowflake.SnowflakeSimulation.Mode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * No (worker id, timestamp) pair is ever used by two processes, ids of a process grow, and every timestamp was durably
 * reserved, whatever happens in whatever order. A failure names its seed, which alone reproduces it.
 */
class SnowflakeSimulationTest {

    private static final int SEEDS = Integer.getInteger("leaf.simulation.seeds", 60);

    private static final int FIRST_SEED = Integer.getInteger("leaf.simulation.first-seed", 0);

    private static final int REPEATED_SEEDS = 200;

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.leafid");

    /** Thousands of outages are expected here, and none is worth a line. */
    @BeforeEach
    void silenceTheLog() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void restoreTheLog() {
        logger.setLevel(null);
    }

    @ParameterizedTest
    @EnumSource
    void noTimestampOfAWorkerIdIsUsedByTwoProcesses(Mode mode) {
        long issued = 0;
        long refused = 0;
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            SnowflakeSimulation simulation = new SnowflakeSimulation(seed, mode);
            issued += simulation.run().count();
            refused += simulation.refusals();
        }
        assertThat(issued).as("the nodes were not merely down").isGreaterThan(50L * SEEDS);
        assertThat(refused).as("nor undisturbed").isGreaterThan(SEEDS / 2);
    }

    /** A failing seed is worth nothing if the next run of it does something else. */
    @ParameterizedTest
    @EnumSource
    void everySeedReproducesItsWholeSchedule(Mode mode) {
        for (int seed = 0; seed < REPEATED_SEEDS; seed++) {
            List<String> first = trace(seed, mode);

            assertThat(first).as("seed %d", seed).hasSizeGreaterThan(80).isEqualTo(trace(seed, mode));
        }
    }

    private static List<String> trace(int seed, Mode mode) {
        SnowflakeSimulation simulation = new SnowflakeSimulation(seed, mode);
        simulation.run();
        return simulation.trace();
    }
}
