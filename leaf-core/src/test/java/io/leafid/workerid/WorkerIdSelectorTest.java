package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkerIdSelectorTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);
    private static final String OTHER = "10.0.0.2:8080";
    private static final WorkerIdRange FOUR = new WorkerIdRange(0, 3);
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final ManualTime time = new ManualTime();
    private final long now = time.currentTimeMillis();

    private WorkerIdSelector selector(Map<Integer, WorkerIdUse> uses, @Nullable HighWaterMark mark) {
        return selector(uses, mark, MarkEvidence.WRITER_ENDED);
    }

    private WorkerIdSelector selector(
            Map<Integer, WorkerIdUse> uses, @Nullable HighWaterMark mark, MarkEvidence evidence) {
        LeaseRequest request =
                LeaseRequest.of(SELF, FOUR, SnowflakeLayout.DEFAULT, time).withToken("fresh");
        return new WorkerIdSelector(
                (mark == null) ? request : request.withMark(new FoundMark(mark, evidence, "here")), uses);
    }

    private static WorkerIdUse leased(String owner, String token, long until) {
        return new WorkerIdUse(owner, token, until, 0, 0, 0);
    }

    private static List<Integer> order(WorkerIdSelector selector) {
        return selector.candidates(FOUR).stream()
                .map(WorkerIdSelector.Candidate::workerId)
                .toList();
    }

    @Test
    void neverUsedOnesComeFromTheLowest() {
        assertThat(order(selector(Map.of(), null))).containsExactly(0, 1, 2, 3);
    }

    @Test
    void usedOnesComeAfterThoseFromTheOneThatIsUnusedForLongest() {
        Map<Integer, WorkerIdUse> uses = Map.of(
                0, leased(OTHER, "t", now - 1_000),
                1, leased(OTHER, "u", now - HOUR),
                3, leased(OTHER, "v", now - 2 * HOUR));

        assertThat(order(selector(uses, null))).containsExactly(2, 3, 1, 0);
    }

    @Test
    void oneThatComesFreeInThisMillisecondIsFree() {
        Map<Integer, WorkerIdUse> uses =
                Map.of(0, leased(SELF.toString(), "t", now), 1, leased(OTHER, "u", now - HOUR));
        WorkerIdSelector selector = selector(uses, null);

        assertThat(order(selector)).first().isEqualTo(0);
        assertThat(selector.usableAtOnce(List.of(0))).hasSize(1);
        assertThat(selector(Map.of(0, leased(OTHER, "t", now + 1)), null).usableAtOnce(List.of(0)))
                .isEmpty();
    }

    /** Each by its own token, so that many that start at once part after the first lost race. */
    @Test
    void afterALostRaceTheOthersAreTriedInAnOrderOfOnesOwn() {
        WorkerIdRange many = new WorkerIdRange(0, 63);
        List<List<Integer>> orders = new ArrayList<>();
        for (String token : List.of("one", "another")) {
            LeaseRequest request =
                    LeaseRequest.of(SELF, many, SnowflakeLayout.DEFAULT, time).withToken(token);
            WorkerIdSelector selector = new WorkerIdSelector(request, Map.of());
            List<Integer> tried = new ArrayList<>();
            assertThat(selector.takeOneOf(selector.candidates(many), (candidate, lease) -> {
                        tried.add(candidate.workerId());
                        return false;
                    }))
                    .isEmpty();
            orders.add(tried);
        }

        assertThat(orders)
                .allSatisfy(tried -> assertThat(tried).hasSize(64).startsWith(0).doesNotHaveDuplicates());
        assertThat(orders.get(0)).isNotEqualTo(orders.get(1));
    }

    @Test
    void takenOnesAndThoseThatAreReservedTooFarAheadAreNoCandidates() {
        Map<Integer, WorkerIdUse> uses = Map.of(
                0, new WorkerIdUse(OTHER, "t", now - HOUR, 0, 0, now),
                1, leased(OTHER, "u", now + HOUR),
                2, leased(OTHER, "v", now + 9_000));

        assertThat(order(selector(uses, null))).as("waiting comes last").containsExactly(3, 2);
    }

    @Test
    void theOneOfTheOwnMarkComesFirstUnlessItHadAnotherOwnerSince() {
        HighWaterMark mark = new HighWaterMark(3, "mine", now + 5_000, now + HOUR);

        assertThat(order(selector(Map.of(3, leased(SELF.toString(), "mine", now + HOUR)), mark)))
                .containsExactly(3, 0, 1, 2);
        assertThat(order(selector(Map.of(3, leased(OTHER, "theirs", now - HOUR)), mark)))
                .containsExactly(0, 1, 2, 3);
        assertThat(order(selector(Map.of(), mark))).as("its record is gone").containsExactly(3, 0, 1, 2);
    }

    @Test
    void floorIsTheNearMarkOfADeadRunAndElseTheCeiling() {
        HighWaterMark mark = new HighWaterMark(3, "mine", now + 5_000, now + 9_000);
        Map<Integer, WorkerIdUse> uses = Map.of(3, leased(SELF.toString(), "mine", now + 9_000));

        assertThat(floorOf3(selector(uses, mark))).isEqualTo(now + 5_000);
        assertThat(floorOf3(selector(uses, mark, MarkEvidence.COPY))).isEqualTo(now + 9_000);
        assertThat(floorOf3(selector(Map.of(), mark, MarkEvidence.COPY)))
                .as("a run that goes on may use its ceiling up")
                .isEqualTo(now + 9_000);
    }

    @Test
    void whatOthersUsedWithoutALeaseCountsBesideTheMark() {
        HighWaterMark mark = new HighWaterMark(3, "mine", now - 5_000, now);
        WorkerIdUse use = leased(SELF.toString(), "mine", now).besides(0, now + 7_000);

        assertThat(floorOf3(selector(Map.of(3, use), mark))).isEqualTo(now + 7_000);
        assertThat(order(selector(Map.of(3, use.besides(now, 0)), mark))).doesNotContain(3);
    }

    private static long floorOf3(WorkerIdSelector selector) {
        return selector.candidates(List.of(3)).get(0).floorMillis();
    }

    @Test
    void adviceSaysWhenTheFirstComesFree() {
        Map<Integer, WorkerIdUse> uses = Map.of(
                0, new WorkerIdUse(OTHER, "t", now + 1_000, 0, 0, now),
                1, leased(OTHER, "u", now + HOUR),
                2, leased(OTHER, "v", WorkerIdUse.NEVER));

        assertThat(selector(uses, null).firstFreeMillis(FOUR)).hasValue(now + HOUR);
        assertThat(selector(uses, null).advice(FOUR)).contains("the first becomes free at ");
        assertThat(selector(Map.of(), null).advice(FOUR)).startsWith("each is in use");
    }

    @Test
    void adviceNamesTheTakenOneThatComesFreeFirstIfItsOwnerHasEnded() {
        Map<Integer, WorkerIdUse> uses = Map.of(
                0, new WorkerIdUse(OTHER, "t", WorkerIdUse.NEVER, 0, 0, now),
                1, new WorkerIdUse(OTHER, "u", now + HOUR, 0, 0, now),
                2, new WorkerIdUse(OTHER, "v", now + 3_000, 0, 0, now + 2_000),
                3, leased(OTHER, "w", WorkerIdUse.NEVER),
                4, new WorkerIdUse(OTHER, "x", now + 1_000, 0, 0, now));

        assertThat(selector(uses, null).advice(FOUR))
                .contains("; if the owner of worker id 2 has ended without that, it becomes free at "
                        + Instant.ofEpochMilli(now + 3_000)
                        + ", in 3 s; widen the range");
    }

    @Test
    void lostRaceLeadsToAnotherCandidateAndEachIsTriedOnce() {
        WorkerIdSelector selector = selector(Map.of(), null);
        List<Integer> tried = new ArrayList<>();

        Optional<WorkerIdLease> none = selector.takeOneOf(selector.candidates(FOUR), (candidate, lease) -> {
            tried.add(candidate.workerId());
            return false;
        });
        List<Integer> taken = new ArrayList<>();
        Optional<WorkerIdLease> second = selector.takeOneOf(
                selector.candidates(FOUR),
                (candidate, lease) -> candidate.workerId() != 0 && taken.add(candidate.workerId()));

        assertThat(none).isEmpty();
        assertThat(tried).startsWith(0).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(second).get().satisfies(lease -> {
            assertThat(lease.workerId()).isNotZero();
            assertThat(taken).as("no other one is taken beside it").containsExactly(lease.workerId());
            assertThat(lease.token()).isEqualTo("fresh");
        });
    }

    @Test
    void ownOnesComeBeforeThoseThatWereNeverUsedUnlessTheyMustBeWaitedFor() {
        assertThat(order(selector(Map.of(2, leased(SELF.toString(), "t", now - HOUR)), null)))
                .containsExactly(2, 0, 1, 3);
        assertThat(order(selector(Map.of(0, leased(SELF.toString(), "t", now + 9_000)), null)))
                .containsExactly(1, 2, 3, 0);
    }

    @Test
    void firstThatComesFreeIsTheOneWithTheNearestCeiling() {
        Map<Integer, WorkerIdUse> uses = Map.of(
                1, leased(OTHER, "u", now + 2 * HOUR), 2, leased(OTHER, "v", now + HOUR), 3, leased(OTHER, "w", now));

        assertThat(selector(uses, null).firstFreeMillis(FOUR)).hasValue(now + HOUR);
        assertThat(selector(uses, null).firstFreeMillis(new WorkerIdRange(0, 1)))
                .hasValue(now + 2 * HOUR);
        assertThat(selector(uses, null).firstFreeMillis(new WorkerIdRange(3, 3)))
                .isEmpty();
        assertThat(selector(uses, null).advice(FOUR)).contains("in 3600 s");
    }

    @Test
    void usableAtOnceAreThoseOfThePresentAndTheOneOfTheOwnMark() {
        HighWaterMark mark = new HighWaterMark(3, "mine", now + 5_000, now + 9_000);
        Map<Integer, WorkerIdUse> uses =
                Map.of(2, leased(OTHER, "u", now + 9_000), 3, leased(SELF.toString(), "mine", now + 9_000));

        assertThat(selector(uses, mark).usableAtOnce(List.of(0, 2, 3)))
                .extracting(WorkerIdSelector.Candidate::workerId)
                .containsExactly(3, 0);
        assertThat(selector(Map.of(), mark).usableAtOnce(List.of(0, 2, 3)))
                .as("a mark without a lease is waited for")
                .extracting(WorkerIdSelector.Candidate::workerId)
                .containsExactly(0, 2);
    }
}
