package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol of segments in every order of events within bounds, and without each of its rules, as {@link WorkerIdLeaseTest} does. */
class SegmentsTest {

    @TempDir
    private Path directory;

    private SpecificationChecks checks() {
        return new SpecificationChecks("MCSegments", directory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Segments",
                "SegmentsSold",
                "SegmentsGlobal",
                "SegmentsLost",
                "SegmentsRewound",
                "SegmentsSlots",
                "SegmentsLiveness"
            })
    void idsAreUniqueAndGrowInAnyOrderOfEvents(String configuration) {
        checks().holds(configuration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SegmentsRules",
                "SegmentsRuleOfRefusals",
                "SegmentsRulesOfGiveBacks",
                "SegmentsRulesOfOrder",
                "SegmentsRulesOfRewinds",
                "SegmentsRulesOfSales",
                "SegmentsRulesOfServers",
                "SegmentsRulesOfSlots"
            })
    void withoutEachRuleThereIsACounterexample(String configuration, TestReporter reporter) {
        checks().isNeeded(configuration, reporter);
    }

    @Test
    void eachRuleIsBrokenBySomeConfiguration() throws IOException {
        assertThat(ProofPage.brokenBy("Segments")).isEqualTo(ProofPage.rulesOf("Segments"));
    }

    @ParameterizedTest
    @CsvSource({
        "Segments, MaxNumber = 3",
        "SegmentsSold, 'Nodes = {1, 2}; MaxNumber = 2; MaxChanges = 2'",
        "SegmentsGlobal, 'Nodes = {1, 2, 3}; MaxNumber = 2'",
        "SegmentsLost, 'MaxNumber = 5; MaxChanges = 4'",
        "SegmentsRewound, MaxNumber = 3",
        "SegmentsSlots, MaxChanges = 2"
    })
    @EnabledIfSystemProperty(named = "leaf.specification.large", matches = "true")
    void holdsWithinLargerBoundsToo(String configuration, String larger) {
        checks().holds(configuration, larger);
    }
}
