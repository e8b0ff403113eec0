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
    void restartOfAServerIsToldFromAnotherServer() {
        try (CapturedLog log = new CapturedLog(ServerWatch.class.getName())) {
            allocate("order", "a since 1");
            allocate("order", "a since 2");
            allocate("order", "b since 2");

            assertThat(log.warnings())
                    .satisfiesExactly(
                            first -> assertThat(first).startsWith("the database server was restarted"),
                            second -> assertThat(second).startsWith("another database server answers"));
        }
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
    void serverThatMayLoseCommitsIsAnotherOneAfterARestart() {
        try (CapturedLog log = new CapturedLog(ServerWatch.class.getName())) {
            allocate("order", "db/3306 since 2026-01-01 10:00:00");
            assertThat(allocate("order", "db/3306 since 2026-01-01 10:00:07")).isEqualTo(1_000);

            assertThat(log.warnings())
                    .containsExactly(
                            "the database server was restarted, or its settings have changed: db/3306 since 2026-01-01 10:00:07"
                                    + " instead of db/3306 since 2026-01-01 10:00:00; each tag skips 1000 ids, in case the last ranges did not reach it");
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
    void allocationBeforeAnyChangeLeavesNothingToRemember() {
        allocate("order", "a"); // from 40 on

        assertThat(watch.granted("order", "a", 39)).isTrue();
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
    void restOfARangeOfTheFormerServerIsNotTheNewOnes() {
        assertThat(watch.granted("order", "a", 40)).as("nothing is known yet").isTrue();
        allocate("order", "a");
        allocate("user", "a");
        assertThat(watch.granted("order", "a", 40)).isTrue();
        assertThat(watch.granted("order", "b", 40))
                .as("noticed by the give-back")
                .isFalse();

        allocate("order", "b");
        assertThat(watch.granted("order", "b", 40)).isTrue();
        assertThat(watch.granted("user", "b", 40)).as("noticed by another tag").isFalse();
        allocate("user", "b");
        assertThat(watch.granted("user", "b", 40)).isTrue();
    }

    @Test
    void restThatBeginsInARangeOfTheFormerServerAndGoesOnInOneOfTheNewServerIsNotTheNewOnes() {
        allocate("order", "a");
        allocate("order", "b"); // from 40 on
        assertThat(watch.granted("order", "b", 39)).isFalse();
        assertThat(watch.granted("order", "b", 40)).isTrue();

        watch.recordAllocation("order", 1, 60, 80);
        assertThat(watch.granted("order", "b", 50))
                .as("in the first of two ranges")
                .isTrue();

        watch.recordAllocation("order", watch.recordServer("c"), 80, 100);
        assertThat(watch.granted("order", "c", 79)).isFalse();
        assertThat(watch.granted("order", "c", 80)).isTrue();
    }

    @Test
    void marginIsBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FailoverPolicy(-1, events::add, time));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FailoverPolicy(FailoverPolicy.MAX_MARGIN + 1, events::add, time));
    }

    /** The new server may have granted that range to another node before it granted the next one here. */
    @Test
    void rangeOfTheFormerServerIsNotTheNewOnesThoughThatBeganBelow() {
        watch.recordAllocation("order", watch.recordServer("a"), 627, 680);
        watch.recordAllocation("order", watch.recordServer("b"), 574, 627);
        watch.recordAllocation("order", watch.recordServer("b"), 680, 733);

        assertThat(watch.granted("order", "b", 631)).isFalse();
        assertThat(watch.granted("order", "b", 680)).isTrue();
    }

    /** A committed allocation of nothing from 40 on; returns what was skipped before it. */
    private long allocate(String tag, String server) {
        long changes = watch.recordServer(server);
        long skipped = watch.marginDue(tag, changes);
        watch.recordAllocation(tag, changes, 40, 40);
        watch.publish();
        return skipped;
    }
}
