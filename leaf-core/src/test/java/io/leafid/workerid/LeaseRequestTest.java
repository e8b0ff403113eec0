package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** From when on a worker id may be used, given what registry and disk have recorded. */
class LeaseRequestTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);
    private static final int THREE = 3;

    private final ManualTime time = new ManualTime();
    private final long now = time.currentTimeMillis();
    private final LeaseRequest request = LeaseRequest.of(SELF, new WorkerIdRange(0, 7), SnowflakeLayout.DEFAULT, time)
            .withToken("fresh");

    private LeaseRequest marked(MarkEvidence evidence) {
        return request.withMark(
                new FoundMark(new HighWaterMark(THREE, "mine", now + 2_000, now + 9_000), evidence, "here"));
    }

    @Test
    void withoutAMarkTheRegistrysCeilingCounts() {
        assertThat(request.floorFor(THREE, "mine", now + 9_000, now)).isEqualTo(now + 9_000);
        assertThat(request.isFromLastRun(THREE, "mine", now)).isFalse();
        assertThat(request.endedToken()).isEmpty();
        assertThat(request.formerWorkerId()).isEmpty();
    }

    /** A start that does not hear of its record goes on from the mark. */
    @Test
    void leaseCoversWhatTheMarkReservesOfItsWorkerIdAndOfNoOther() {
        LeaseRequest far = request.withMark(new FoundMark(
                new HighWaterMark(THREE, "mine", now + 2_000, now + 90_000), MarkEvidence.WRITER_ENDED, "here"));

        assertThat(far.lease(THREE, now).ceilingMillis()).isEqualTo(now + 90_000);
        assertThat(far.lease(4, now).ceilingMillis()).isLessThan(now + 90_000);
    }

    @Test
    void nearMarkOfAnEndedRunCountsAlone() {
        LeaseRequest ended = marked(MarkEvidence.WRITER_ENDED);

        assertThat(ended.floorFor(THREE, "mine", now + 9_000, now + 2_000)).isEqualTo(now + 2_000);
        assertThat(ended.endedToken()).contains("mine");
        assertThat(ended.formerWorkerId()).contains(THREE);
    }

    @Test
    void markBehindTheLastReportDoesNotCount() {
        assertThat(marked(MarkEvidence.WRITER_ENDED).floorFor(THREE, "mine", now + 9_000, now + 2_001))
                .isEqualTo(now + 9_000);
    }

    @Test
    void markOfAnotherTokenRaisesTheFloorAndNeverLowersIt() {
        LeaseRequest ended = marked(MarkEvidence.WRITER_ENDED);

        assertThat(ended.floorFor(THREE, "theirs", now + 9_000, now)).isEqualTo(now + 9_000);
        assertThat(ended.floorFor(THREE, "theirs", now + 1_000, now)).isEqualTo(now + 2_000);
        assertThat(ended.floorFor(4, "mine", now + 1_000, now))
                .as("another worker id")
                .isEqualTo(now + 1_000);
    }

    @Test
    void markOfARunThatMayGoOnRaisesTheFloorAndNeverLowersIt() {
        LeaseRequest copied = marked(MarkEvidence.COPY);

        assertThat(copied.floorFor(THREE, "mine", now + 9_000, now)).isEqualTo(now + 9_000);
        assertThat(copied.floorFor(THREE, "mine", now + 1_000, now)).isEqualTo(now + 2_000);
        assertThat(copied.endedToken()).isEmpty();
    }

    @Test
    void markOfAnotherRegistryIsAboutThisOneOnlyIfItKnowsTheToken() {
        LeaseRequest other = marked(MarkEvidence.OTHER_REGISTRY);

        assertThat(other.floorFor(THREE, "theirs", now + 1_000, now)).isEqualTo(now + 1_000);
        assertThat(other.floorFor(THREE, "mine", now + 1_000, now)).isEqualTo(now + 2_000);
        assertThat(other.formerWorkerId()).isEmpty();
    }

    @Test
    void leaseBeginsAtTheLaterFloorAndIsReservedFromThereOrFromThePresent() {
        LeaseRequest later =
                request.over(new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofSeconds(15), now + 3_000));

        assertThat(later.lease(THREE, now + 1_000))
                .isEqualTo(new WorkerIdLease(THREE, "fresh", now + 3_000, now + 13_000));
        assertThat(later.lease(THREE, now + 4_000))
                .isEqualTo(new WorkerIdLease(THREE, "fresh", now + 4_000, now + 14_000));
        assertThat(request.lease(THREE, now - 60_000))
                .isEqualTo(new WorkerIdLease(THREE, "fresh", now - 60_000, now + 10_000));
    }

    @Test
    void floorIsAcceptedUpToTheLongestWait() {
        assertThat(request.acceptsFloor(now + 15_000)).isTrue();
        assertThat(request.acceptsFloor(now + 15_001)).isFalse();
    }

    @Test
    void onlyWorkerIdsThatTheLayoutHasRoomForAreUsable() {
        SnowflakeLayout small = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis(), 41, 2, 20);

        assertThat(request.usableWorkerIds()).isEqualTo(new WorkerIdRange(0, 7));
        assertThat(request.laidOut(small).usableWorkerIds()).isEqualTo(new WorkerIdRange(0, 3));
        assertThat(request.laidOut(small).within(new WorkerIdRange(3, 9)).usableWorkerIds())
                .isEqualTo(new WorkerIdRange(3, 3));
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() ->
                        request.laidOut(small).within(new WorkerIdRange(4, 9)).usableWorkerIds())
                .withMessage("none of the worker ids 4-9 fits the layout, whose largest is 3");
    }

    /** Its ids would be those of worker id 0. */
    @Test
    void leaseOfAWorkerIdThatTheLayoutHasNoRoomForIsRefused() {
        SnowflakeLayout small = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis(), 41, 2, 20);

        assertThat(request.laidOut(small).lease(3, 0).workerId()).isEqualTo(3);
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> request.laidOut(small).lease(4, 0))
                .withMessage("worker id 4 of %s does not fit the layout, whose largest is 3", request.identity());
    }

    @Test
    void markAloneReservesToItsCeilingUnlessItsRunHasEnded() {
        HighWaterMark mark = new HighWaterMark(THREE, "mine", 20, 90);
        HighWaterMark alone = new HighWaterMark(THREE, "mine", 90, 20);

        assertThat(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "").floorAlone())
                .isEqualTo(20);
        assertThat(new FoundMark(mark, MarkEvidence.SAME_PLACE, "").floorAlone())
                .isEqualTo(90);
        assertThat(new FoundMark(alone, MarkEvidence.SAME_PLACE, "").floorAlone())
                .isEqualTo(90);
    }

    private int losses(MarkEvidence evidence, Consumer<LeaseRequest> read) {
        AtomicInteger losses = new AtomicInteger();
        LeaseRequest.Run run = marked(evidence).run();
        read.accept(new LeaseRequest(
                new LeaseRequest.Run(SELF, run.token(), run.ownMark(), losses::incrementAndGet),
                request.ids(),
                request.period(),
                time));
        return losses.get();
    }

    private int lossesBy(String token) {
        return losses(MarkEvidence.WRITER_ENDED, asked -> asked.noteOwner(THREE, token));
    }

    @Test
    void ownerOfTheMarkedWorkerIdUnderAnotherTokenIsAnotherOne() {
        assertThat(lossesBy("theirs")).isEqualTo(1);
        assertThat(lossesBy("")).as("a node of the fork, or another run").isEqualTo(1);
        assertThat(lossesBy("mine")).as("the own former run").isZero();
        assertThat(lossesBy("fresh")).as("the own attempt").isZero();
        assertThat(losses(MarkEvidence.WRITER_ENDED, asked -> asked.noteOwner(4, "theirs")))
                .as("another worker id")
                .isZero();
        assertThat(losses(MarkEvidence.OTHER_REGISTRY, asked -> asked.noteOwner(THREE, "theirs")))
                .as("another registry")
                .isZero();
    }

    /** So that a holder of one's own that looks at nothing but the floor tells of it too. */
    @Test
    void floorUnderAnotherTokenTellsOfAnotherOwner() {
        assertThat(losses(MarkEvidence.WRITER_ENDED, asked -> asked.floorFor(THREE, "theirs", now, now)))
                .isEqualTo(1);
        assertThat(losses(MarkEvidence.WRITER_ENDED, asked -> asked.floorFor(THREE, "mine", now, now)))
                .isZero();
        assertThat(losses(MarkEvidence.WRITER_ENDED, asked -> asked.floorFor(THREE, "", 0, 0)))
                .as("nothing is recorded")
                .isZero();
    }

    @Test
    void markOfALostLeaseNamesTheTokenOfAnEndedRunAlone() {
        HighWaterMark mark = new HighWaterMark(THREE, "mine", 20, 90);

        assertThat(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "")
                        .ofLostLease()
                        .mark())
                .isEqualTo(mark.ofLostLease());
        assertThat(new FoundMark(mark, MarkEvidence.SAME_PLACE, "")
                        .ofLostLease()
                        .mark())
                .isEqualTo(new HighWaterMark(THREE, "", 90, 90).ofLostLease());
    }
}
