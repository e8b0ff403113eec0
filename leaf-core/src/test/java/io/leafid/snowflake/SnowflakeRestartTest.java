package io.leafid.snowflake;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseScene;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.lease.LeasedNode;
import io.leafid.time.TimeSource;
import io.leafid.workerid.InMemoryLocalMark;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators with a lease that is kept: over restarts, pauses and outages, no id twice. */
class SnowflakeRestartTest {

    private final LeaseScene scene = new LeaseScene();
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    private static SnowflakeIdGenerator on(LeasedNode node) {
        return on(node.keeper(), node.time());
    }

    private static SnowflakeIdGenerator on(LeaseProvider leases, TimeSource time) {
        return new SnowflakeIdGenerator(SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, leases, time, event -> {});
    }

    /** The original reported its time every 3 s after the fact, so that this restart issued ids a second time. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void restartTwoSecondsAfterTheLastReportWithTheClockOneSecondBackIssuesNoIdTwice(boolean keepsItsDisk) {
        LeasedNode first = scene.fixed(A, FIXED, disk).start();
        SnowflakeIdGenerator before = on(first);
        scene.seconds(3); // the report
        scene.seconds(2);
        SnowflakeId last = before.decode(before.nextId());
        first.crash();
        if (!keepsItsDisk) {
            disk.lose();
        }

        LeasedNode second = scene.fixed(A, FIXED, disk);
        second.time().step(Duration.ofSeconds(-1));
        assertThat(second.instant()).isBefore(last.timestamp());
        SnowflakeId next = on(second.start()).decode(on(second).nextId());

        assertThat(next.workerId()).isEqualTo(last.workerId());
        assertThat(next.timestamp()).isAfter(last.timestamp());
    }

    @Test
    void closedGeneratorLetsTheNextOneGoOnInTheNextMillisecond() {
        SnowflakeIdGenerator before = on(scene.fixed(A, FIXED, disk).start());
        scene.seconds(5);
        SnowflakeId last = before.decode(before.nextId());
        before.close();
        scene.millis(1);
        long restarted = scene.time().elapsedNanos();

        SnowflakeIdGenerator after = on(scene.fixed(A, FIXED, disk).start());

        assertThat(after.decode(after.nextId()).timestamp())
                .isEqualTo(last.timestamp().plusMillis(1));
        assertThat(scene.time().elapsedNanos()).isEqualTo(restarted);
    }

    /** Both processes once issued the same id here: the next owner's clock was behind, and the caller had read its lease before the stop. */
    @Test
    void callerThatIsOvertakenByStopAndStartIssuesNothingThatTheNextOwnerOfItsWorkerIdIssues() {
        LeasedNode node = scene.pooled(A, disk).start();
        PausingLeases leases = new PausingLeases(node.keeper());
        SnowflakeIdGenerator generator = on(leases, node.time());
        SnowflakeId last = generator.decode(generator.nextId());
        scene.millis(100);
        LeasedNode taker = scene.pooled(B, null);
        taker.time().step(Duration.ofMillis(-50));
        leases.afterOneReading(() -> {
            generator.stop();
            taker.start();
            generator.start();
        });

        long next = generator.nextId();

        assertThat(taker.window().workerId()).as("taken over").isEqualTo(last.workerId());
        scene.millis(50);
        assertThat(on(taker).nextIds(10)).doesNotContain(next);
        assertThat(generator.decode(next).workerId()).isNotEqualTo(last.workerId());
    }

    /** No thread has to notice anything: the lease that the pause left behind covers no time that another process has. */
    @Test
    void processThatWasPausedWhileItsWorkerIdWasTakenIssuesNothingUnderIt() {
        LeasedNode paused = scene.pooled(A, disk).start();
        SnowflakeIdGenerator generator = on(paused);
        generator.nextId();
        paused.time().pause();
        paused.registryThread().defer();
        paused.holder().expire();
        scene.seconds(601);
        LeasedNode taker = scene.pooled(B, null).start();
        assertThat(taker.window().workerId()).isZero();

        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(generator::nextId);
        paused.registryThread().runAtOnce().runAll();
        assertThat(generator.decode(generator.nextId()).workerId()).isEqualTo(1);
    }

    @Test
    void freeWorkerIdStopsAtItsCeilingInAnOutageAndResumesByItself() {
        LeasedNode node = scene.pooled(A, disk).start();
        SnowflakeIdGenerator generator = on(node);
        node.holder().connected(false);
        for (int i = 0; i < 599; i++) {
            generator.nextId();
            scene.seconds(1);
        }
        scene.seconds(1);
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(generator::nextId)
                .withMessageContaining("the registry cannot be reached");

        node.holder().connected(true);
        scene.seconds(3);
        assertThat(generator.nextId()).isPositive();
    }

    @Test
    void stepForwardOfAnHourIsReservedBeforeItIsUsed() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        SnowflakeIdGenerator generator = on(node);
        generator.nextId();
        node.time().step(Duration.ofHours(1));

        long millis = generator.decode(generator.nextId()).timestamp().toEpochMilli();

        assertThat(millis).isLessThan(scene.registry().ceilingOf(0));
        assertThat(millis).isLessThan(disk.mark().markMillis());
    }

    @Test
    void generatorThatNeverIssuedAnythingGivesBackWhatItWasGiven() {
        on(scene.fixed(A, FIXED, disk).start()).close();

        assertThat(scene.registry().ceilingOf(0)).isEqualTo(SnowflakeLayout.DEFAULT.epochMillis());
    }

    /** Leases of a kept one, whose reader loses the processor once. */
    private static final class PausingLeases implements LeaseProvider {

        private final LeaseProvider kept;
        private Runnable meanwhile = () -> {};

        PausingLeases(LeaseProvider kept) {
            this.kept = kept;
        }

        /** Runs once, between the next reading of the window and its use. */
        void afterOneReading(Runnable action) {
            meanwhile = action;
        }

        @Override
        public LeaseWindow window() {
            LeaseWindow read = kept.window();
            Runnable action = meanwhile;
            meanwhile = () -> {};
            action.run();
            return read;
        }

        @Override
        public LeaseWindow windowFor(long millis) {
            return kept.windowFor(millis);
        }

        @Override
        public LeaseStatus status() {
            return kept.status();
        }

        @Override
        public void stop(long usedUpToMillis, Duration timeout) {
            kept.stop(usedUpToMillis, timeout);
        }

        @Override
        public void restart() {
            kept.restart();
        }

        @Override
        public void close(long usedUpToMillis, Duration timeout) {
            kept.close(usedUpToMillis, timeout);
        }
    }
}
