package io.leafid.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.testing.SilentLog;
import io.leafid.workerid.BrokenRule;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * More instances than worker ids, which are restarted one after another: 90 over 76 by default, 1 200 over 1 024 with
 * {@code -Dleaf.fleet.instances=1200}.
 */
@ExtendWith(SilentLog.class)
class FleetSimulationIT {

    private static final int INSTANCES = Integer.getInteger("leaf.fleet.instances", 90);
    private static final int WORKER_IDS = INSTANCES * 1024 / 1200;
    private static final int SEEDS = Integer.getInteger("leaf.fleet.seeds", 1);
    private static final int FIRST_SEED = Integer.getInteger("leaf.fleet.first-seed", 0);

    /** So many worker ids are enough where a rule is broken, or time runs twice. */
    private static final int FEW = 32;

    private static final int SEEDS_OF_A_RULE = 10;

    /** Of so many fleets one at least loses an instance that has issued. */
    private static final int TOO_LARGE_FLEETS = 4;

    private static Fleet few(long seed, Plan.Mode mode, Set<BrokenRule> broken) {
        return new Fleet(seed, mode, FEW * 6 / 5, FEW, broken);
    }

    @ParameterizedTest
    @EnumSource(
            value = Plan.Mode.class,
            names = {"ZK_RECYCLE", "JDBC_RECYCLE"})
    void idsAreUniqueInRollingRestartsAndEachInstanceHasOneWhenThereAreEnough(Plan.Mode mode, TestReporter reporter) {
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Fleet fleet = new Fleet(seed, mode, INSTANCES, WORKER_IDS, Set.of());

            assertThat(fleet.run(WORKER_IDS)).as("seed %d", seed).isNull();

            reporter.publishEntry(
                    "fleet",
                    "%d instances, %d worker ids, %d ids, %s"
                            .formatted(
                                    INSTANCES,
                                    WORKER_IDS,
                                    fleet.cluster().books().issued(),
                                    fleet.counted()));
            assertThat(fleet.cluster().books().issued()).isGreaterThan(100L * WORKER_IDS);
            assertThat(fleet.counted()).containsKeys("killed", "paused", "stopped", "waiting");
        }
    }

    /** In some fleets one that has issued ids loses its worker id to the last one, so that each was heard of. */
    @Test
    void moreThanThereAreWorkerIdsDoNotAllIssue() {
        Stream<String> violations = IntStream.range(0, TOO_LARGE_FLEETS)
                .mapToObj(seed -> few(seed, Plan.Mode.ZK_RECYCLE, Set.of()).run(FEW + 1))
                .filter(Objects::nonNull);

        assertThat(violations).isNotEmpty().allMatch(text -> text.startsWith("1 of 33 instances issue nothing"));
    }

    @Test
    void everySeedReproducesItsWholeSchedule() {
        assertThat(fingerprint(2)).isEqualTo(fingerprint(2));
        assertThat(fingerprint(2)).isNotEqualTo(fingerprint(3));
    }

    private static long fingerprint(long seed) {
        Fleet fleet = few(seed, Plan.Mode.JDBC_RECYCLE, Set.of());
        var unused = fleet.run(FEW);
        return fleet.cluster().timeline().fingerprint();
    }

    @ParameterizedTest
    @CsvSource({
        "JDBC_RECYCLE, A_TAKE_OVER_COMPARES_WHAT_WAS_READ",
        "ZK_RECYCLE, A_NEW_OWNER_BEGINS_AT_THE_CEILING",
        "JDBC_RECYCLE, A_NEW_OWNER_BEGINS_AT_THE_CEILING"
    })
    void brokenRuleIsNoticed(Plan.Mode mode, BrokenRule rule, TestReporter reporter) {
        for (int seed = 0; seed < SEEDS_OF_A_RULE; seed++) {
            String violation = few(seed, mode, EnumSet.of(rule)).run(FEW);
            if (violation != null) {
                reporter.publishEntry("seeds until it is noticed that " + rule, (seed + 1) + ": " + violation);
                assertThat(violation).contains("overlaps");
                return;
            }
        }
        throw new AssertionError("%d fleets have not shown that %s".formatted(SEEDS_OF_A_RULE, rule));
    }
}
