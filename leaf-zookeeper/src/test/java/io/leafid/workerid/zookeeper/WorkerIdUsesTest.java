package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.json.JsonObject;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.WorkerIdSelector;
import io.leafid.workerid.WorkerIdUse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkerIdUsesTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);
    private static final String OTHER = "10.0.0.2:8080";
    private static final WorkerIdRange FOUR = new WorkerIdRange(0, 3);
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final ManualTime time = new ManualTime();
    private final long now = time.currentTimeMillis();

    private LeaseRequest request(@Nullable HighWaterMark mark) {
        LeaseRequest request = LeaseRequest.of(SELF, FOUR, SnowflakeLayout.DEFAULT, time);
        return (mark == null) ? request : request.withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here"));
    }

    private static ZkNode node(JsonObject data, long mtime) {
        return new ZkNode("/n", data, 0, 0, mtime, 0);
    }

    private static LeaseNode lease(String owner, String token, long ceiling, boolean isReleased) {
        return new LeaseNode(node(JsonObject.EMPTY, 0), owner, token, ceiling, 0, isReleased);
    }

    private static Map<String, ZkNode> running(String owner, String token) {
        return Map.of(owner, node(JsonObject.EMPTY.with("token", token), 0));
    }

    private List<Integer> order(
            Map<Integer, LeaseNode> leases, Map<String, ZkNode> running, @Nullable HighWaterMark mark) {
        return new WorkerIdUses(leases, running, List.of(), now)
                .selector(request(mark)).candidates(FOUR).stream()
                        .map(WorkerIdSelector.Candidate::workerId)
                        .toList();
    }

    @Test
    void neverLeasedOnesAreFreeFromTheLowest() {
        assertThat(order(Map.of(), Map.of(), null)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void heldByARunningProcessIsNotFreeEvenLongAfterItsCeiling() {
        Map<Integer, LeaseNode> leases = Map.of(0, lease(OTHER, "t", now - HOUR, false));

        assertThat(order(leases, running(OTHER, "t"), null)).containsExactly(1, 2, 3);
    }

    @Test
    void ownerThatRunsUnderAnotherTokenHoldsItNoLonger() {
        Map<Integer, LeaseNode> leases = Map.of(0, lease(OTHER, "t", now - HOUR, false));

        assertThat(order(leases, running(OTHER, "another"), null)).containsExactly(1, 2, 3, 0);
    }

    @Test
    void givenBackIsFreeWhileItsOwnerStillRuns() {
        Map<Integer, LeaseNode> leases = Map.of(0, lease(OTHER, "t", now, true));

        assertThat(order(leases, running(OTHER, "t"), null)).containsExactly(1, 2, 3, 0);
    }

    @Test
    void usableAtOnceComesBeforeAWaitAndFarAheadNotAtAll() {
        Map<Integer, LeaseNode> leases = Map.of(
                0, lease(OTHER, "t", now + 9_000, false),
                1, lease(OTHER, "u", now + HOUR, false));

        assertThat(order(leases, Map.of(), null)).containsExactly(2, 3, 0);
    }

    @Test
    void formerOneComesFirstIfItIsUsableAtOnce() {
        Map<Integer, LeaseNode> leases = Map.of(
                2, lease(SELF.toString(), "t", now - 1, true),
                3, lease(SELF.toString(), "u", now + 9_000, false));

        assertThat(order(leases, Map.of(), null)).containsExactly(2, 0, 1, 3);
    }

    @Test
    void markedOneComesFirstIfNoOtherHasHadItSince() {
        HighWaterMark mark = new HighWaterMark(3, "mine", now - 5, now + HOUR);
        Map<Integer, LeaseNode> mine = Map.of(3, lease(SELF.toString(), "mine", now + HOUR, false));
        Map<Integer, LeaseNode> taken = Map.of(3, lease(OTHER, "theirs", now - HOUR, false));

        assertThat(order(mine, Map.of(), mark)).containsExactly(3, 0, 1, 2);
        assertThat(order(taken, Map.of(), mark)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void firstToComeFreeIsTheOneWhoseDeadOwnerHasReservedLeast() {
        Map<Integer, LeaseNode> leases = Map.of(
                0, lease(OTHER, "alive", now + 1_000, false),
                1, lease("10.0.0.3:8080", "t", now + HOUR, false),
                2, lease("10.0.0.4:8080", "u", now + 2 * HOUR, false),
                3, lease("unreadable", "", WorkerIdUse.NEVER, false));

        assertThat(new WorkerIdUses(leases, running(OTHER, "alive"), List.of(), now)
                        .selector(request(null))
                        .firstFreeMillis(FOUR))
                .hasValue(now + HOUR);
        assertThat(new WorkerIdUses(Map.of(), Map.of(), List.of(), now)
                        .selector(request(null))
                        .firstFreeMillis(FOUR))
                .isEmpty();
    }

    @Test
    void sightedByOthersIsFreeAfterAnHourOfSilenceFromTwoReportsLater() {
        Sighting fresh = Sighting.fixed(0, OTHER, now - 2 * HOUR, node(JsonObject.EMPTY, now - HOUR + 60_000));
        Sighting silent = Sighting.fixed(1, OTHER, now + 1_000, node(JsonObject.EMPTY, now - HOUR - 60_000));

        List<WorkerIdSelector.Candidate> candidates = new WorkerIdUses(Map.of(), Map.of(), List.of(fresh, silent), now)
                .selector(request(null))
                .candidates(FOUR);

        assertThat(candidates)
                .extracting(WorkerIdSelector.Candidate::workerId)
                .as("judged by the registry's time of the report, not by what the node says")
                .containsExactly(2, 3, 1);
        assertThat(candidates.get(2).floorMillis()).isEqualTo(now + 7_000);
    }

    /** So it is after a change of the mode: worker ids that were fixed are not lent for an hour. */
    @Test
    void whereAllAreInUseTheAdviceSaysWhenTheFirstComesFreeIfItsOwnerHasEnded() {
        Sighting later = Sighting.fixed(0, OTHER, now, node(JsonObject.EMPTY, now - 60_000));
        Sighting first = Sighting.fixed(1, OTHER, now, node(JsonObject.EMPTY, now - HOUR + 60_000));
        Map<Integer, LeaseNode> leases = Map.of(2, lease(OTHER, "t", now + HOUR, false));

        String advice = new WorkerIdUses(leases, running(OTHER, "t"), List.of(later, first), now)
                .selector(request(null))
                .advice(new WorkerIdRange(0, 2));

        assertThat(advice)
                .contains("the next becomes free when a node of this mode shuts down gracefully")
                .contains("if the owner of worker id 1 has ended without that, it becomes free at "
                        + Instant.ofEpochMilli(now + 66_000) + ", in 66 s");
    }

    @Test
    void whereAllAreLentTheAdviceSaysWhenTheFirstReservationEnds() {
        Map<Integer, LeaseNode> leases =
                Map.of(0, lease(OTHER, "t", now + HOUR, false), 1, lease("10.0.0.3:8080", "u", now + 600_000, false));
        Map<String, ZkNode> running = Map.of(
                OTHER,
                node(JsonObject.EMPTY.with("token", "t"), now),
                "10.0.0.3:8080",
                node(JsonObject.EMPTY.with("token", "u"), now));

        assertThat(new WorkerIdUses(leases, running, List.of(), now)
                        .selector(request(null))
                        .advice(new WorkerIdRange(0, 1)))
                .contains("worker id 1 has ended")
                .contains("in 600 s");
    }

    /** Then it cannot be known whether the mark is later than the last report. */
    @Test
    void leaseWithoutAReportTimeMakesNoMarkCount() {
        JsonObject data = JsonObject.EMPTY
                .with("owner", SELF.toString())
                .with("token", "mine")
                .with("ceiling", now + 9_000)
                .with("state", "held");
        HighWaterMark mark = new HighWaterMark(0, "mine", now + 3_000, now + 9_000);

        assertThat(LeaseNode.of(node(data, now)).floorFor(0, request(mark))).isEqualTo(now + 9_000);
        assertThat(LeaseNode.of(node(data.with("reported", now), now)).floorFor(0, request(mark)))
                .isEqualTo(now + 3_000);
    }

    /** Then it cannot be known from when on the worker id is unused, so that it stays out of use. */
    @Test
    void leaseWithoutACeilingIsHeldForEver() {
        LeaseNode lease = LeaseNode.of(node(
                JsonObject.EMPTY.with("owner", OTHER).with("token", "theirs").with("reported", now), now));

        assertThat(lease.floorFor(0, request(null))).isEqualTo(WorkerIdUse.NEVER);
        assertThat(new WorkerIdUses(Map.of(0, lease), Map.of(), List.of(), now)
                        .selector(request(null))
                        .candidates(FOUR))
                .extracting(WorkerIdSelector.Candidate::workerId)
                .containsExactly(1, 2, 3);
    }
}
