package io.leafid.snowflake;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseScene;
import io.leafid.lease.LeasedNode;
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
        return new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, node.keeper(), node.time(), event -> {});
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
}
