package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.LeafEvent;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerWatchTest {

    private final ManualTime time = new ManualTime();
    private final List<LeafEvent> events = new ArrayList<>();
    private final ServerWatch watch = new ServerWatch(new FailoverPolicy(1_000, events::add, time));

    @Test
    void firstServerIsNoChange() {
        assertThat(allocate("order", "a")).isZero();
        assertThat(allocate("order", "a")).isZero();
        assertThat(events).isEmpty();
    }

    @Test
    void eachTagSkipsOncePerChange() {
        allocate("order", "a");
        allocate("user", "a");

        assertThat(allocate("order", "b")).isEqualTo(1_000);
        assertThat(allocate("order", "b")).isZero();
        assertThat(allocate("user", "b")).isEqualTo(1_000);
        assertThat(allocate("user", "b")).isZero();
    }

    @Test
    void tagThatIsNewToThisProcessSkipsTooSinceAnotherNodeMayHaveUsedIt() {
        allocate("order", "a");
        allocate("order", "b");

        assertThat(allocate("user", "b")).isEqualTo(1_000);
        assertThat(allocate("user", "b")).isZero();
    }

    @Test
    void returnToTheFormerServerIsAChange() {
        allocate("order", "a");
        allocate("order", "b");

        assertThat(allocate("order", "a")).isEqualTo(1_000);
        assertThat(watch.changes()).isEqualTo(2);
    }

    @Test
    void allocationThatIsNotCommittedStillOwesTheMargin() {
        allocate("order", "a");
        long changes = watch.recordServer("b");
        assertThat(watch.marginDue("order", changes)).isEqualTo(1_000);

        assertThat(allocate("order", "b")).as("the next attempt").isEqualTo(1_000);
    }

    @Test
    void serverThatIsNotNamedIsNoOther() {
        allocate("order", "a");

        assertThat(allocate("order", "")).isZero();
        assertThat(allocate("order", "a")).isZero();
        assertThat(events).isEmpty();
    }

    @Test
    void tagStillSkipsForAChangeThoughTheNextAnswerNamesNoServer() {
        allocate("order", "a");
        allocate("order", "b");

        assertThat(allocate("user", "")).isEqualTo(1_000);
        assertThat(allocate("order", "")).isZero();
    }

    @Test
    void changeIsAnnouncedOnceWithBothServers() {
        allocate("order", "a");
        allocate("order", "b");
        allocate("user", "b");

        assertThat(events).containsExactly(new LeafEvent.SegmentServerChanged(time.now(), "a", "b", 1_000));
    }

    @Test
    void serversThatAnswerInTurnAreAnnouncedOnceButSkippedForEachTime() {
        time.advance(Duration.ofDays(1)); // past the wrap of the clock
        for (int i = 0; i < 10; i++) {
            time.advance(Duration.ofSeconds(1));
            allocate("order", "a");
            assertThat(allocate("order", "b")).isEqualTo(1_000);
        }
        assertThat(events).hasSize(1);

        time.advance(ServerWatch.IN_TURN);
        allocate("order", "a");
        assertThat(events).as("just as long ago as counts as in turn").hasSize(1);

        allocate("order", "b");
        time.advance(ServerWatch.IN_TURN.plusNanos(1));
        allocate("order", "a");
        assertThat(events).as("a return after a while").hasSize(2);
    }

    @Test
    void logSaysWhatIsSkipped() {
        try (CapturedLog log = new CapturedLog(ServerWatch.class.getName())) {
            allocate("order", "a");
            allocate("order", "b");
            ServerWatch plain = new ServerWatch(new FailoverPolicy(0, events::add, time));
            plain.recordServer("a");
            plain.recordServer("b");

            assertThat(log.warnings()).hasSize(2);
            assertThat(log.warnings().get(0)).contains("b instead of a; each tag skips 1000 ids");
            assertThat(log.warnings().get(1)).contains("b instead of a; nothing is skipped");
        }
    }

    @Test
    void lossOfCommitsIsSaidWithWhatToDo() {
        assertThat(watch.lossOfCommits()).isEqualTo("each tag skips 1000 ids after a restart or a fail-over of it");
        assertThat(new ServerWatch(FailoverPolicy.goOn()).lossOfCommits())
                .isEqualTo("ids of the ranges that are lost come again."
                        + " Let it wait for the disk at each commit, or set on-failover: skip on every node");
    }

    @Test
    void changeIsReportedOnceToTheStore() {
        allocate("order", "a");
        long unused = watch.recordServer("b");

        assertThat(watch.publish()).isTrue();
        assertThat(watch.publish()).isFalse();
    }

    @Test
    void nothingIsSkippedUnlessItIsAskedFor() {
        ServerWatch plain = new ServerWatch(new FailoverPolicy(0, events::add, time));
        plain.recordServer("a");

        assertThat(plain.marginDue("order", plain.recordServer("b"))).isZero();
        plain.publish();
        assertThat(events).containsExactly(new LeafEvent.SegmentServerChanged(time.now(), "a", "b", 0));
    }

    @Test
    void failureOfAListenerDoesNotReachTheAllocation() {
        ServerWatch watched = new ServerWatch(new FailoverPolicy(
                0,
                event -> {
                    throw new IllegalStateException("listener");
                },
                time));
        watched.recordServer("a");
        watched.recordServer("b");
        watched.publish();
    }

    @Test
    void marginIsBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FailoverPolicy(-1, events::add, time));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FailoverPolicy(FailoverPolicy.MAX_MARGIN + 1, events::add, time));
    }

    @Test
    void afterAChangeOfServerNothingIsGivenBack() {
        assertThat(watch.isTheOnlyOne("a")).as("nothing is known yet").isTrue();
        allocate("order", "a");
        assertThat(watch.isTheOnlyOne("a")).isTrue();
        assertThat(watch.isTheOnlyOne("")).isTrue();
        assertThat(watch.isTheOnlyOne("b")).as("noticed by the give-back").isFalse();

        allocate("order", "b");
        assertThat(watch.isTheOnlyOne("b")).isFalse();
    }

    /** A committed allocation; returns what was skipped before it. */
    private long allocate(String tag, String server) {
        long changes = watch.recordServer(server);
        long skipped = watch.marginDue(tag, changes);
        watch.recordAllocation(tag, changes);
        watch.publish();
        return skipped;
    }
}
