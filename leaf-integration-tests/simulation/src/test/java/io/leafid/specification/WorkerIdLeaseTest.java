package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The protocol of worker ids in every order of events within bounds, and without each of its rules. A JVM for each configuration.
 * {@code -Dleaf.specification.large=true} searches further.
 */
class WorkerIdLeaseTest {

    /** None of these is what uniqueness rests on: it tells operators two runs apart. */
    private static final String NOT_NEEDED = "AResumedRunRecordsAFreshToken";

    @TempDir
    private Path directory;

    private SpecificationChecks checks() {
        return new SpecificationChecks("MCWorkerIdLease", directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WorkerIdLease", "LeaseAlone"})
    void noTimeIsUsedByTwoRunsInAnyOrderOfEvents(String configuration) {
        checks().holds(configuration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LeaseLateMessages", "LeaseFaults"})
    @EnabledIfSystemProperty(named = "leaf.specification.large", matches = "true")
    void norWithLateMessagesAndFaults(String configuration) {
        checks().holds(configuration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LeaseLiveness", "LeaseLivenessAlone"})
    void idsFlowAgainOnceFaultsStop(String configuration) {
        checks().holds(configuration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LeaseRulesOfTwoRuns", "LeaseRuleOfMarksAlone", "LeaseRuleOfGoingOn"})
    void withoutEachRuleThereIsACounterexample(String configuration, TestReporter reporter) {
        checks().isNeeded(configuration, reporter);
    }

    /** Those whose counterexamples are long: more than a contributor waits for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "LeaseRulesOfThreeRuns",
                "LeaseRuleOfTheRelease",
                "LeaseRuleOfLateExtensions",
                "LeaseRulesOfDeletedRecords"
            })
    @EnabledIfSystemProperty(named = "leaf.specification.large", matches = "true")
    void withoutEachOtherRuleThereIsALongOne(String configuration, TestReporter reporter) {
        checks().isNeeded(configuration, reporter);
    }

    @Test
    void eachRuleIsBrokenBySomeConfiguration() throws IOException {
        Set<String> broken = new TreeSet<>(ProofPage.brokenBy("Lease"));

        assertThat(broken).isEqualTo(ProofPage.rulesOf("WorkerIdLease")).contains(NOT_NEEDED);
    }

    @ParameterizedTest
    @MethodSource("largerBounds")
    @EnabledIfSystemProperty(named = "leaf.specification.large", matches = "true")
    void holdsWithinLargerBoundsToo(String configuration, String larger) {
        checks().holds(configuration, larger);
    }

    static Stream<Arguments> largerBounds() {
        Stream<Arguments> ofMinutes = Stream.of(
                arguments("WorkerIdLease", "MaxTime = 3"),
                arguments("WorkerIdLease", "MaxLate = 1"),
                arguments("LeaseAlone", "MaxTime = 3; MaxLate = 1"),
                arguments("LeaseLiveness", "Runs = {1, 2, 3}; MaxLate = 1"));
        Stream<Arguments> byHand =
                Stream.of(arguments("LeaseLateMessages", "MaxTime = 3"), arguments("LeaseFaults", "MaxLate = 1"));
        return Boolean.getBoolean("leaf.specification.hand") ? Stream.concat(ofMinutes, byHand) : ofMinutes;
    }
}
