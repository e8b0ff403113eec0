package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Whatever happens to databases that grant ids by turns, no id is issued twice, none out of order within a node, and no node is
 * dead once all databases are back. Properties: {@code leaf.simulation.first-seed} says where to begin, {@code
 * leaf.simulation.seeds} how many schedules there are.
 */
class InterleavedSimulationTest {

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.leafid");
    private static final int SEEDS = Integer.getInteger("leaf.simulation.seeds", 30);
    private static final long FIRST_SEED = Long.getLong("leaf.simulation.first-seed", 0);
    private static final int REPEATED_SEEDS = 10;
    private static @Nullable Level level;

    @TempDir
    Path directory = Path.of("");

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
    void anyScheduleOfDatabasesThatDieAndReturnKeepsIdsUniqueAndInOrder() throws IOException {
        long issued = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            issued += run(seed);
        }
        assertThat(issued).as("the schedules do issue ids").isGreaterThan(SEEDS * 50L);
    }

    @Test
    void everySeedReproducesItsWholeSchedule() throws IOException {
        for (long seed = 0; seed < REPEATED_SEEDS; seed++) {
            List<String> first = trace(seed);

            assertThat(first).as("seed %d", seed).hasSizeGreaterThan(100).isEqualTo(trace(seed));
        }
    }

    private Path fresh() throws IOException {
        return Files.createTempDirectory(directory, "nodes");
    }

    private List<String> trace(long seed) throws IOException {
        InterleavedSimulation simulation = new InterleavedSimulation(seed, fresh());
        simulation.run();
        return simulation.trace();
    }

    private int run(long seed) throws IOException {
        try {
            return new InterleavedSimulation(seed, fresh()).run();
        } catch (RuntimeException | AssertionError ex) {
            throw new AssertionError(
                    "seed %d fails; run it again with -Dleaf.simulation.first-seed=%d -Dleaf.simulation.seeds=1"
                            .formatted(seed, seed),
                    ex);
        }
    }
}
