package io.leafid.snowflake;

import static io.leafid.snowflake.ClockVerdict.BORROW;
import static io.leafid.snowflake.ClockVerdict.PROCEED;
import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the clock allows, as a table. */
class ClockPolicyTest {

    private static final long NOW = 1_000_000;

    /** Tolerates 5 ms; times are in milliseconds from the first reading of the clock. */
    @ParameterizedTest(name = "[{index}] max lead {0}, later {1}, used {2}, wanted {3}: {4}")
    @CsvSource({
        // nothing is ahead of the clock
        "   0,   0,   -1,    0, PROCEED",
        "   0,   0,    0,    0, PROCEED",
        "1000,   0,   -9,   -3, PROCEED",
        // the millisecond is full
        "   0,   0,    0,    1, NEXT_MILLISECOND",
        "1000,   0,    0,    1, NEXT_MILLISECOND",
        "   0,   1,    0,    1, NEXT_MILLISECOND",
        // another thread has read the clock later
        "   0,   1,    1,    1, READ_AGAIN",
        "   0,   7,    6,    6, READ_AGAIN",
        "1000,   1,    1,    2, READ_AGAIN",
        // a small step back
        "   0,   0,    1,    1, STEP_TOLERATED",
        "   0,   0,    5,    5, STEP_TOLERATED",
        "   0,   4,    5,    6, STEP_TOLERATED",
        "1000,   0,    5,    5, STEP_TOLERATED",
        "   0,  -9,    5,    5, STEP_TOLERATED",
        // a large one, without and with borrowing
        "   0,   0,    6,    6, STEP_TOO_LARGE",
        "   0,   5,    6,    7, STEP_TOO_LARGE",
        "1000,   0,    6,    6, BORROW",
        "1000,   0, 1000, 1000, BORROW",
        "1000,   0, 1000, 1001, LEAD_USED_UP",
        "1000,   0, 1001, 1001, STEP_TOO_LARGE",
        "1000, 999, 1001, 1001, STEP_TOO_LARGE",
        // less may be borrowed than is waited for
        "   3,   0,    4,    4, STEP_TOLERATED",
        "   3,   0,    6,    6, STEP_TOO_LARGE"
    })
    void verdictFollowsFromTheClockAndWhatIsUsed(
            long maxLead, long later, long used, long wanted, ClockVerdict expected) {
        assertThat(new ClockPolicy(5, maxLead).decide(NOW, NOW + later, NOW + used, NOW + wanted))
                .isEqualTo(expected);
    }

    /** Ids keep growing and never lead by more than is allowed, whatever the clock shows. */
    @ParameterizedTest
    @CsvSource({"0, 0", "5, 0", "0, 20", "5, 20", "5, 3"})
    void idNeverLeadsTheClockByMoreThanIsAllowed(long tolerated, long maxLead) {
        ClockPolicy policy = new ClockPolicy(tolerated, maxLead);
        for (long used = -30; used <= 30; used++) {
            for (long wanted = used; wanted <= used + 1; wanted++) {
                for (long later = -30; later <= 30; later++) {
                    ClockVerdict verdict = policy.decide(NOW, NOW + later, NOW + used, NOW + wanted);
                    boolean isIssued = Set.of(PROCEED, BORROW).contains(verdict);
                    assertThat(!isIssued || wanted <= maxLead)
                            .as("used %d, wanted %d, later %d: %s", used, wanted, later, verdict)
                            .isTrue();
                    assertThat(verdict.isStepBack())
                            .as("used %d, wanted %d, later %d: %s", used, wanted, later, verdict)
                            .isEqualTo(used > 0 && later < used);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void ledClockCountsOnlyWhereItIsBorrowedFrom(OnBackwards onBackwards) {
        ClockPolicy policy = ClockPolicy.of(
                new SnowflakeSettings(SequenceMode.ROLLING, Duration.ofMillis(5), onBackwards, Duration.ofSeconds(1)));

        assertThat(policy.maxLeadMillis()).isEqualTo(onBackwards == OnBackwards.BORROW ? 1_000 : 0);
        assertThat(policy.allowedLead()).isEqualTo(Duration.ofMillis(onBackwards == OnBackwards.BORROW ? 1_000 : 5));
    }

    @ParameterizedTest
    @EnumSource
    void everyVerdictIsReached(ClockVerdict verdict) {
        ClockPolicy policy = new ClockPolicy(5, 1_000);

        assertThat(Set.of(
                        policy.decide(NOW, NOW, NOW, NOW),
                        policy.decide(NOW, NOW, NOW, NOW + 1),
                        policy.decide(NOW, NOW + 1, NOW + 1, NOW + 1),
                        policy.decide(NOW, NOW, NOW + 5, NOW + 5),
                        policy.decide(NOW, NOW, NOW + 6, NOW + 6),
                        policy.decide(NOW, NOW, NOW + 1_000, NOW + 1_001),
                        policy.decide(NOW, NOW, NOW + 1_001, NOW + 1_001)))
                .contains(verdict);
    }
}
