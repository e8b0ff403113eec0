package io.leafid.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.buffer.RetirementTrial;
import io.leafid.segment.buffer.SaleTrial;
import io.leafid.segment.buffer.SwitchTrial;
import io.leafid.snowflake.RestartTrial;
import java.util.EnumSet;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A caller that loses the processor at each point in turn, before each access to what threads share, while the engine is stopped. */
class LostProcessorTest {

    @Test
    void retirementKnowsTheEndOfWhatWasIssuedWhereverACallerMovesOn() throws ReflectiveOperationException {
        assertKept(ChangedEngine.of(SwitchTrial.class), 0, 4);
    }

    @Test
    void endOfARunKnowsTheEndOfWhatWasIssuedWhereverAnotherThreadRetiresTheTag() throws ReflectiveOperationException {
        assertKept(ChangedEngine.of(RetirementTrial.class), 0, 4);
    }

    @Test
    void endOfWhatIsSoldIsKnownWhereverTheRunEndsOrTheTagGetsItsFirstLimit() throws ReflectiveOperationException {
        assertKept(ChangedEngine.of(SaleTrial.class), 0, 4);
        assertKept(ChangedEngine.of(SaleTrial.class), SaleTrial.LIMITS, 4);
        assertKept(ChangedEngine.of(SaleTrial.class), SaleTrial.LIMITS_HALF, 4);
    }

    @Test
    void callIssuesNothingAboveTheEndThatWasGivenBackWhereverTheGeneratorIsStoppedAndStarted()
            throws ReflectiveOperationException {
        assertKept(ChangedEngine.of(RestartTrial.class), 0, 4);
        assertKept(ChangedEngine.of(RestartTrial.class), RestartTrial.BATCHES, 6);
    }

    /** Once all faults have ended, the nodes are called by the simulation itself. */
    @Test
    void timeThatACallerWithoutAStrandIsKeptFromRunningIsNotItsWait() {
        Cluster cluster = new Cluster(Plan.of(0, Scope.EVERYTHING.in(EnumSet.of(Plan.Mode.SEGMENT))), false);
        Node node = cluster.nodes().get(0);
        node.start();
        Run run = Objects.requireNonNull(node.main());
        run.giveWay(1, 40_000_000);
        run.kill();
        assertThat(cluster.timeline().delayed())
                .isEqualTo(cluster.timeline().now())
                .isPositive();
        cluster.timeline().end();
    }

    private static void assertKept(LongFunction<@Nullable String> trial, int first, int leastPoints) {
        int point = 1;
        String wrong = trial.apply(first + point);
        for (; !"".equals(wrong); wrong = trial.apply(first + ++point)) {
            assertThat(wrong).as("point %d", point).isNull();
        }
        assertThat(point).as("points").isGreaterThan(leastPoints);
    }
}
