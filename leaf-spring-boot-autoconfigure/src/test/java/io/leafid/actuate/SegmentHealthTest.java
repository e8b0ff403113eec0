package io.leafid.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.concurrent.Availability;
import io.leafid.segment.status.AllocationTotals;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.status.LastAllocation;
import io.leafid.segment.status.LastAllocation.Outcome;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTagStatus.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When the segment engine counts as able to issue ids. */
class SegmentHealthTest {

    private static final Instant SINCE = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant EARLIER = SINCE.minusSeconds(60);

    private static final Availability.Status UP = new Availability.Status(Availability.State.UP, SINCE, null);
    private static final Availability.Status DOWN =
            new Availability.Status(Availability.State.DOWN, SINCE, "connection refused");
    private static final Availability.Status UNKNOWN = new Availability.Status(Availability.State.UNKNOWN, null, null);

    private static EngineHealth judge(Availability.Status store, List<SegmentTagStatus> used) {
        return SegmentHealth.judge(new StoresHealth(store, List.of(), tag -> store), used);
    }

    @Test
    void isUpWhileTheStoreAnswers() {
        EngineHealth health = judge(UP, List.of(tag("order", State.READY, 100, 10)));

        assertThat(health.details()).isEqualTo(Map.of("status", "UP", "store", "UP", "tagsInUse", 1));
    }

    @Test
    void isUpBeforeAnyTagIsAskedFor() {
        assertThat(judge(UP, List.of()).level()).isEqualTo(EngineHealth.Level.UP);
    }

    @Test
    void isUpWhileTheFirstSegmentIsOnItsWay() {
        assertThat(judge(UP, List.of(tag("order", State.LOADING, 0, 0))).level())
                .isEqualTo(EngineHealth.Level.UP);
    }

    @Test
    void isDownWhenTheStoreIsAwayAndNoTagWasEverBought() {
        assertThat(judge(DOWN, List.of()).details())
                .containsEntry("status", "DOWN")
                .containsEntry("since", SINCE)
                .hasEntrySatisfying(
                        "reason", reason -> assertThat(reason).asString().contains("connection refused"));
        assertThat(judge(UNKNOWN, List.of()).level()).isEqualTo(EngineHealth.Level.DOWN);
    }

    @Test
    void staysUpWhileTheStoreIsAwayAndAnyTagHasAReserveAndTellsHowLongTheShortestLasts() {
        EngineHealth health = judge(
                DOWN,
                List.of(
                        tag("busy", State.DEGRADED, 6_000, 100),
                        tag("dry", State.UNAVAILABLE, 0, 50),
                        tag("lazy", State.DEGRADED, 10, 0),
                        tag("slow", State.DEGRADED, 6_000, 0.5)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(health.level()).isNotEqualTo(EngineHealth.Level.DOWN);
        assertThat(health.details())
                .containsEntry("status", "WARN")
                .containsEntry("store", "DOWN")
                .containsEntry("since", SINCE)
                .containsEntry("tagsWithoutIds", "dry")
                .containsEntry("reservesLast", Map.of("tag", "busy", "lasts", "1 minute"));
    }

    @Test
    void isDownOnceEveryReserveIsUsedUp() {
        EngineHealth health =
                judge(DOWN, List.of(tag("order", State.UNAVAILABLE, 0, 9), tag("payment", State.LOADING, 0, 9)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.DOWN);
        assertThat(health.details())
                .containsEntry("tagsWithoutIds", "order, payment")
                .doesNotContainKey("reservesLast");
    }

    @Test
    void warnsOfASingleTagThatCannotIssueWhileTheStoreAnswers() {
        EngineHealth health =
                judge(UP, List.of(tag("order", State.READY, 9, 9), refused("payment", State.UNAVAILABLE, 0)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(health.details())
                .containsEntry("tagsWithoutIds", "payment")
                .containsEntry("since", EARLIER)
                .containsEntry("reason", "tag 'payment': it was rewound");
    }

    /** Out of service it would get no call, and nothing but a call begins the next allocation. */
    @Test
    void isUpOnceTheStoreAnswersAgainThoughNoCallHasComeSince() {
        EngineHealth health = judge(UP, List.of(tag("order", State.UNAVAILABLE, 0, 0)));

        assertThat(health.details()).isEqualTo(Map.of("status", "UP", "store", "UP", "tagsInUse", 1));
    }

    /** A rate that is used up is no outage: the next call may be served. */
    @Test
    void isUpWhileTheStoreAnswersThatItGrantsNoneForNow() {
        EngineHealth health = judge(UP, List.of(status("order", State.UNAVAILABLE, 0, 1, Outcome.LIMITED)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.UP);
    }

    @Test
    void isDownWhileAnAllocationHangsThoughTheStoreAnswers() {
        EngineHealth health = judge(UP, List.of(status("order", State.UNAVAILABLE, 0, 1, Outcome.SUCCESS)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.DOWN);
    }

    @Test
    void warnsOfARefusedTagBeforeItsReserveIsUsedUp() {
        EngineHealth health =
                judge(UP, List.of(tag("order", State.READY, 9, 9), refused("payment", State.DEGRADED, 500)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.WARN);
        assertThat(health.details()).containsEntry("reason", "tag 'payment': it was rewound");
    }

    @Test
    void isDownWhenAllTagsInUseAreRefusedThoughTheStoreAnswers() {
        EngineHealth health = judge(UP, List.of(refused("order", State.UNAVAILABLE, 0)));

        assertThat(health.level()).isEqualTo(EngineHealth.Level.DOWN);
        assertThat(health.details()).containsEntry("reason", "tag 'order': it was rewound");
    }

    @Test
    void namesOnlyTheFirstTagsWithoutIds() {
        List<SegmentTagStatus> tags = IntStream.range(10, 1_010)
                .mapToObj(i -> tag("t" + i, State.UNAVAILABLE, 0, 1))
                .toList();

        assertThat(judge(DOWN, tags).details())
                .containsEntry("tagsWithoutIds", "t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, and 990 more");
    }

    private static SegmentTagStatus tag(String tag, State state, long unused, double rate) {
        boolean isFailing = state == State.UNAVAILABLE || state == State.DEGRADED;
        return status(tag, state, unused, rate, isFailing ? Outcome.FAILURE : Outcome.SUCCESS);
    }

    private static SegmentTagStatus refused(String tag, State state, long unused) {
        return status(tag, state, unused, 1, Outcome.REFUSED);
    }

    private static SegmentTagStatus status(String tag, State state, long unused, double rate, Outcome outcome) {
        @Nullable String reason = (outcome == Outcome.SUCCESS) ? null : "it was rewound";
        return new SegmentTagStatus(
                tag,
                IdOrder.NODE,
                state,
                new SegmentTagStatus.Steps(1_000, 1_000),
                new SegmentTagStatus.Reserve(null, 0, unused, List.of(), unused),
                new SegmentTagStatus.Traffic(0, rate),
                new SegmentTagStatus.Waits(0, 0, 0, 0),
                new SegmentTagStatus.Allocations(
                        AllocationTotals.NONE,
                        new LastAllocation(SINCE, 1, outcome, reason),
                        (reason == null) ? 0 : 3,
                        (reason == null) ? null : EARLIER));
    }
}
