package io.leafid.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.leafid.testing.SilentLog;
import io.leafid.workerid.BrokenRule;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation of {@link ClusterSimulationTest} notices each rule that is broken, and tells the shortest schedule that leads to it. */
@ExtendWith(SilentLog.class)
class BrokenRulesIT {

    /** So many at most until a rule that is broken is noticed. */
    private static final int SEEDS_OF_A_RULE = 400;

    /** More, since each change of the engine moves what is lost where. */
    private static final int SEEDS_OF_A_RULE_OF_THE_ENGINE = 2_000;

    /** What few schedules notice is looked for from a little before the first one that does. */
    private static final Map<BrokenRule, Integer> FIRST_SEEDS = Map.of(
            BrokenRule.A_TAKE_OVER_COMPARES_WHAT_WAS_READ, 20,
            BrokenRule.AN_EXTENSION_COMPARES_THE_TOKEN, 80,
            BrokenRule.AN_EXTENSION_NEVER_LOWERS_THE_CEILING, 70,
            BrokenRule.A_RELEASE_COMPARES_THE_TOKEN, 1_500);

    private static final Map<EngineRule, Integer> FIRST_SEEDS_OF_THE_ENGINE = Map.of(
            EngineRule.A_RUN_HAS_A_WORD_OF_ITS_OWN, 60,
            EngineRule.WHAT_IS_GIVEN_BACK_IS_IN_ONE_PIECE, 90,
            EngineRule.WHAT_IS_SOLD_IS_REMEMBERED, 15,
            EngineRule.WHAT_A_BUYER_HOLDS_IS_DEMANDED, 15,
            EngineRule.A_TAG_MAY_BE_WHERE_NO_ANSWER_CAME_FROM, 75);

    @ParameterizedTest
    @EnumSource
    void brokenRuleIsNoticedAndItsStoryIsShort(BrokenRule rule, TestReporter reporter) {
        int first = FIRST_SEEDS.getOrDefault(rule, 0);
        for (int seed = first; seed < first + SEEDS_OF_A_RULE; seed++) {
            Plan plan = Plan.of(seed, Scope.of(rule));
            if (new Cluster(plan, false).run() != null) {
                Plan shortest = Shrinker.shrink(plan);
                reporter.publishEntry("seeds until it is noticed that " + rule, String.valueOf(seed + 1));
                reporter.publishEntry("story", Shrinker.story(shortest));
                assertThat(shortest.events()).hasSizeLessThanOrEqualTo(12);
                return;
            }
        }
        fail("%d schedules have not shown that %s".formatted(SEEDS_OF_A_RULE, rule));
    }

    @ParameterizedTest
    @EnumSource
    void ruleOfAnEngineThatIsBrokenIsNoticed(EngineRule rule, TestReporter reporter)
            throws ReflectiveOperationException {
        LongFunction<@Nullable String> trial = ChangedEngine.of(rule);
        int first = FIRST_SEEDS_OF_THE_ENGINE.getOrDefault(rule, 0);
        for (int seed = first; seed < first + SEEDS_OF_A_RULE_OF_THE_ENGINE; seed++) {
            String story = trial.apply(seed);
            if (story != null) {
                reporter.publishEntry("seeds until it is noticed that " + rule, String.valueOf(seed + 1));
                reporter.publishEntry("story", story);
                return;
            }
        }
        fail("%d schedules have not shown that %s".formatted(SEEDS_OF_A_RULE_OF_THE_ENGINE, rule));
    }
}
