package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leafid.snowflake.SnowflakeSimulation.Mode;
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

    private static final int SEEDS = Integer.getInteger("leaf.simulation.seeds", 1_000);

    private static final int FIRST_SEED = Integer.getInteger("leaf.simulation.first-seed", 0);

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
}
