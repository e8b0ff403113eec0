package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.json.JsonObject;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What running processes tell each other, with every wait and every report at the hand of the test. */
class EphemeralNodesRulesTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);

    private static final Duration SILENCE = Duration.ofSeconds(9);

    private final ManualTime time = new ManualTime();
    private final SimulatedSessions sessions = new SimulatedSessions(time);
    private final ZooKeeperNamespace namespace = new ZooKeeperNamespace("/live", "orders");
    private final SimulatedZkNodes before = sessions.open();
    private final SimulatedZkNodes now = sessions.open();

    private EphemeralNodes live(ZkNodes session) {
        return new EphemeralNodes(session, namespace, SELF, time, new Random());
    }

    private LeaseRequest request(String token) {
        return LeaseRequest.of(SELF, new WorkerIdRange(0, 0), SnowflakeLayout.DEFAULT, time)
                .withToken(token);
    }

    private ZkNode own() {
        return now.read(namespace.temporary() + "/" + SELF).orElseThrow();
    }

    private String token() {
        return own().data().text("token").orElseThrow();
    }

    @Test
    void firstProcessOfANamespaceMakesTheParent() {
        assertThat(live(now).enter(request("mine"))).isTrue();

        assertThat(token()).isEqualTo("mine");
        assertThat(own().session()).isEqualTo(now.session());
    }

    @Test
    void processThatWasThereIsNotNewAndTellsItsNewToken() {
        EphemeralNodes live = live(now);
        live.enter(request("first"));

        assertThat(live.enter(request("second"))).isFalse();
        assertThat(token()).isEqualTo("second");
    }

    @Test
    void processThatRunsBesideAnotherIsNewOnce() {
        live(before).enter(request("theirs"));
        EphemeralNodes beside = live(now);

        assertThat(beside.enterBeside(request("mine"))).isTrue();
        assertThat(beside.name()).isEqualTo(SELF + "~mine");
        assertThat(beside.enterBeside(request("again"))).isFalse();
        assertThat(beside.name()).as("kept").isEqualTo(SELF + "~mine");
        assertThat(token()).isEqualTo("theirs");
        assertThat(sessions.waits).isEmpty();
    }

    @Test
    void nodeOfTheOwnLastRunIsReplacedWithoutAWait() {
        live(before).enter(request("dead"));
        HighWaterMark mark = new HighWaterMark(0, "dead", 1, 2);

        assertThat(live(now).enter(request("next").withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here"))))
                .isTrue();

        assertThat(sessions.waits).isEmpty();
        assertThat(token()).isEqualTo("next");
        assertThat(own().session()).isEqualTo(now.session());
        sessions.end(before);
        assertThat(token()).as("outlives the former session").isEqualTo("next");
    }

    /** A new node counts its versions from 0, as the one did that it replaced: a late report compares with nothing that differs. */
    @Test
    void lateReportOfTheOwnLastRunIsWrittenOver() {
        live(before).enter(request("dead"));
        List<NodeWrite> late = List.of(NodeWrite.write(own(), JsonObject.EMPTY.with("token", "dead")));
        HighWaterMark mark = new HighWaterMark(0, "dead", 1, 2);
        EphemeralNodes live = live(now);
        live.enter(request("next").withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here")));
        assertThat(before.commit(late)).isTrue();
        assertThat(token()).isEqualTo("dead");

        live.report("next");

        assertThat(token()).isEqualTo("next");
        assertThat(own().session()).isEqualTo(now.session());
    }

    @Test
    void nodeOfAnotherRunIsNotReplacedForTheOwnMark() {
        live(before).enter(request("theirs"));
        HighWaterMark mark = new HighWaterMark(0, "dead", 1, 2);

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now)
                        .enter(request("next").withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here"))));
        assertThat(token()).isEqualTo("theirs");
    }

    @Test
    void nodeWithoutATokenIsNoLastRunOfAProcessThatHasNone() {
        before.ensure(namespace.temporary());
        before.commit(List.of(NodeWrite.createEphemeral(live(before).path(), JsonObject.EMPTY)));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now).enter(request("next")));
    }

    /** The servers end a session up to a tick late, which is a third of it. */
    @Test
    void silentProcessIsWaitedForUntilItsSessionMustHaveEnded() {
        live(before).enter(request("theirs"));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now).enter(request("next")))
                .withMessageContaining("another process runs as " + SELF + ": node " + own().path())
                .withMessageContaining("session 0x%x".formatted(before.session()));

        assertThat(sessions.waits).containsExactly(Duration.ofMillis(12_001));
    }

    /** A worker id that is to be replaced has to be looked for without a wait. */
    @Test
    void silentProcessIsNotWaitedForByARequestThatMayNotWait() {
        live(before).enter(request("theirs"));
        LeaseRequest impatient =
                request("next").over(new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ZERO, 0));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now).enter(impatient));

        assertThat(sessions.waits).isEmpty();
    }

    @Test
    void endOfItsSessionEndsTheWait() {
        live(before).enter(request("theirs"));
        sessions.meanwhile = () -> sessions.end(before);

        assertThat(live(now).enter(request("next"))).isTrue();
        assertThat(token()).isEqualTo("next");
    }

    @Test
    void oneReportIsEnoughToBeAlive() {
        EphemeralNodes alive = live(before);
        alive.enter(request("theirs"));
        sessions.meanwhile = () -> alive.report("theirs");

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now).enter(request("next")));
        assertThat(sessions.waits).hasSize(1);
    }

    @Test
    void anotherHolderOfTheSameSessionIsAnotherProcess() {
        live(now).enter(request("first"));

        assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                .isThrownBy(() -> live(now).enter(request("second")));
    }

    @Test
    void reportTellsTheClockAndPutsBackWhatAnEndedSessionTookAlong() {
        EphemeralNodes live = live(now);
        live.enter(request("mine"));
        time.advance(Duration.ofSeconds(3));
        live.report("mine");
        assertThat(own().data().number("timestamp")).hasValue(time.currentTimeMillis());
        assertThat(own().version()).as("written and not made anew").isEqualTo(1);
        sessions.end(now);
        assertThat(live(before).all()).isEmpty();

        live.report("mine");

        assertThat(token()).isEqualTo("mine");
        assertThat(own().session()).isEqualTo(now.session());
    }

    @Test
    void reportMakesTheParentIfAHandHasDeletedIt() {
        EphemeralNodes live = live(now);
        live.enter(request("mine"));
        now.commit(List.of(NodeWrite.delete(own()), NodeWrite.delete(namespace.temporary())));

        live.report("mine");

        assertThat(token()).isEqualTo("mine");
    }

    /** Of the same process, whose last session has not ended yet. */
    @Test
    void reportInANewSessionReplacesTheOwnNodeOfTheLastOne() {
        EphemeralNodes live = live(before);
        live.enter(request("mine"));
        now.commit(List.of(NodeWrite.delete(own())));
        now.commit(List.of(NodeWrite.createEphemeral(live.path(), JsonObject.EMPTY.with("token", "mine"))));

        live.report("mine");

        assertThat(own().session()).isEqualTo(before.session());
        sessions.end(now);
        assertThat(before.read(live.path())).isPresent();
    }

    @Test
    void anotherProcessThatReportsIsLeftAloneAndWarnedOfOnceForEachTimeItBegins() {
        EphemeralNodes mine = live(now);
        live(before).enter(request("theirs"));
        try (CapturedLog log = new CapturedLog(EphemeralNodes.class.getName())) {
            mine.report("mine");
            mine.report("mine");
            assertThat(token()).isEqualTo("theirs");
            assertThat(log.warnings())
                    .containsExactly("another process reports as " + SELF + "; give each its own host or port");

            sessions.end(before);
            mine.report("mine");
            now.commit(List.of(NodeWrite.delete(own())));
            live(sessions.open()).enter(request("others"));
            mine.report("mine");
            assertThat(log.warnings()).hasSize(2);
        }
    }

    @Test
    void leavingTakesTheOwnNodeAwayAndNoOthers() {
        EphemeralNodes theirs = live(before);
        theirs.enter(request("theirs"));

        live(now).leave();
        assertThat(token()).isEqualTo("theirs");
        sessions.isConnected = false;
        theirs.leave();
        assertThat(token()).as("nothing is asked of what is out of reach").isEqualTo("theirs");
        sessions.isConnected = true;
        theirs.leave();
        assertThat(theirs.all()).isEmpty();
    }

    @Test
    void leaseIsHeldIfItsOwnerRunsUnderItsTokenAndHasNotGivenItBack() {
        EphemeralNodes live = live(now);
        live.enter(request("mine"));

        assertThat(live.holds(lease(SELF.toString(), "mine", false))).isTrue();
        assertThat(live.holds(lease(SELF.toString(), "mine", true))).isFalse();
        assertThat(live.holds(lease(SELF.toString(), "another", false))).isFalse();
        assertThat(live.holds(lease("10.0.0.9:80", "mine", false))).isFalse();
        assertThat(live.isSelf(lease(SELF.toString(), "mine", false))).isTrue();
        assertThat(live.isSelf(lease(SELF.toString(), "another", false))).isFalse();
        assertThat(live.isSelf(lease("10.0.0.9:80", "mine", false))).isFalse();
    }

    private static LeaseNode lease(String owner, String token, boolean isReleased) {
        return new LeaseNode(new ZkNode("/n", JsonObject.EMPTY, 0, 0, 0, 0), owner, token, 1, 1, isReleased);
    }

    @Test
    void clocksAreComparedAsOfTheLastReportsAndTheOwnAsOfNow() {
        EphemeralNodes live = live(now);
        live.enter(request("mine"));
        time.advance(Duration.ofSeconds(30));
        peer(1, time.currentTimeMillis() - 700);
        peer(2, null);
        time.advance(SILENCE.minusMillis(1));

        assertThat(live.clockReadings(SILENCE))
                .containsExactlyInAnyOrder(
                        new ClockReading(SELF.toString(), true, Duration.ZERO),
                        new ClockReading("10.0.1.1:80", false, Duration.ofMillis(-700)));
        assertThat(live.registryMillis()).isEqualTo(time.currentTimeMillis());
    }

    /** A process that was killed has its node as long as its session lasts. */
    @Test
    void silentPeersAreLeftOutBeforeThoseAreDrawnThatAreCompared() {
        for (int i = 0; i < 40; i++) {
            peer(i, time.currentTimeMillis());
        }
        time.advance(SILENCE);
        for (int i = 40; i < 45; i++) {
            peer(i, time.currentTimeMillis());
        }

        assertThat(live(now).clockReadings(SILENCE))
                .filteredOn(reading -> !reading.self())
                .extracting(ClockReading::owner)
                .containsExactlyInAnyOrder(
                        "10.0.1.40:80", "10.0.1.41:80", "10.0.1.42:80", "10.0.1.43:80", "10.0.1.44:80");
    }

    private void peer(int i, @Nullable Long reads) {
        before.ensure(namespace.temporary());
        JsonObject data = (reads == null) ? JsonObject.EMPTY : JsonObject.EMPTY.with("timestamp", reads);
        before.commit(List.of(NodeWrite.createEphemeral(namespace.temporary() + "/10.0.1." + i + ":80", data)));
    }

    @Test
    void beforeTheStartTheOwnClockIsComparedByANodeThatIsGoneAtOnce() {
        EphemeralNodes live = live(now);

        assertThat(live.clockReadings(SILENCE)).containsExactly(new ClockReading(SELF.toString(), true, Duration.ZERO));
        assertThat(now.children(namespace.clocks()).names()).isEmpty();
        assertThat(live.registryMillis()).isZero();
    }

    /** Ten of forty, drawn anew each time: that five draws are the same has a chance of one in 10^35. */
    @Test
    void tenPeersAreComparedAndNotAlwaysTheSame() {
        for (int i = 0; i < 40; i++) {
            peer(i, time.currentTimeMillis());
        }
        EphemeralNodes live = live(now);
        Set<String> compared = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            List<ClockReading> readings = live.clockReadings(SILENCE);
            assertThat(readings).hasSize(1 + EphemeralNodes.COMPARED_PEERS);
            readings.forEach(reading -> compared.add(reading.owner()));
        }

        assertThat(compared).hasSizeGreaterThan(1 + EphemeralNodes.COMPARED_PEERS);
    }

    /** The waits that had passed when a start with a mark under a token heard of another owner. */
    private List<Integer> lossesOfStartWithMarkOf(String token) {
        List<Integer> losses = new ArrayList<>();
        FoundMark mark = new FoundMark(new HighWaterMark(0, token, 1, 2), MarkEvidence.SAME_PLACE, "here");
        LeaseRequest plain = request("fresh");
        LeaseRequest.Run run =
                new LeaseRequest.Run(SELF, "fresh", Optional.of(mark), () -> losses.add(sessions.waits.size()));
        try {
            live(now).enter(new LeaseRequest(run, plain.ids(), plain.period(), time));
        } catch (WorkerIdException.IdentityInUse ex) {
            assertThat(ex).hasMessageContaining("another process runs as");
        }
        return losses;
    }

    /** The registry may be lost meanwhile. */
    @Test
    void otherProcessIsToldOfBeforeItIsWatched() {
        live(before).enter(request("theirs"));
        sessions.meanwhile = () -> sessions.end(before);

        assertThat(lossesOfStartWithMarkOf("mine")).containsExactly(0);
    }

    @Test
    void ownFormerRunWhoseSessionEndsIsNoOtherProcess() {
        live(before).enter(request("mine"));
        sessions.meanwhile = () -> sessions.end(before);

        assertThat(lossesOfStartWithMarkOf("mine")).isEmpty();
    }

    /** The machine was cloned, say: the mark is that of the other. */
    @Test
    void processThatReportsUnderTheTokenOfTheMarkIsAnotherOne() {
        EphemeralNodes other = live(before);
        other.enter(request("mine"));
        sessions.meanwhile = () -> other.report("mine");

        assertThat(lossesOfStartWithMarkOf("mine")).containsExactly(1);
    }
}
