package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.IdsExhaustedException;
import io.leafid.LeafEvent;
import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.snowflake.SnowflakeSettings.OnBackwards;
import io.leafid.snowflake.SnowflakeSettings.SequenceMode;
import io.leafid.test.time.ManualTime;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the generator does when the wall clock steps, stands still, or leaves the range of the layout. */
class SnowflakeClockTest {

    private final Scene scene = new Scene();

    @Test
    void stepBackOfThreeMillisecondsIsWaitedOut() {
        long last = scene.nextMillis();
        scene.step(-3);

        assertThat(scene.nextMillis()).isEqualTo(last);
        assertThat(scene.elapsedMillis()).isEqualTo(3);
        assertThat(scene.events).isEmpty();
        assertThat(scene.generator.status().stepsBack()).isEqualTo(1);
    }

    @Test
    void stepBackOfSixMillisecondsIsRefusedUntilTheClockHasCaughtUp() {
        long last = scene.nextMillis();
        scene.step(-6);

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(scene.generator::nextId)
                .satisfies(moved -> assertThat(moved.offset()).isEqualTo(Duration.ofMillis(6)))
                .withMessageContaining(Instant.ofEpochMilli(last).toString());
        assertThat(scene.elapsedMillis()).as("refused at once").isZero();

        scene.millis(6);
        assertThat(scene.nextMillis()).isEqualTo(last);
    }

    @Test
    void howFarTheClockMayStepBackCanBeSet() {
        Scene patient = new Scene(new SnowflakeSettings(
                SequenceMode.ROLLING, Duration.ofSeconds(2), OnBackwards.FAIL, Duration.ofSeconds(1)));
        long last = patient.nextMillis();
        patient.step(-1_500);

        assertThat(patient.nextMillis()).isEqualTo(last);
        assertThat(patient.elapsedMillis()).isEqualTo(1_500);
    }

    @Test
    void stepBackOfAnHourIsRefusedForAnHourAndAnnouncedOnce() {
        long last = scene.nextMillis();
        scene.step(-3_600_000);

        for (int minute = 0; minute < 60; minute++) {
            int left = 60 - minute;
            assertThatExceptionOfType(ClockMovedBackwardsException.class)
                    .isThrownBy(scene.generator::nextId)
                    .satisfies(moved -> assertThat(moved.offset()).isEqualTo(Duration.ofMinutes(left)));
            scene.millis(60_000);
        }
        assertThat(scene.nextMillis()).isEqualTo(last);
        assertThat(scene.events)
                .containsExactly(
                        new LeafEvent.ClockSteppedBack(Instant.ofEpochMilli(last - 3_600_000), Duration.ofHours(1)));
        assertThat(scene.generator.status().stepsBack()).isEqualTo(1);
    }

    /** A busy machine takes the processor away from a caller between any two of its steps. */
    @Test
    void stepIsAnnouncedOnceAlsoByCallersThatArePausedAfterReadingTheClock() {
        Slow slow = new Slow(scene.time);
        List<LeafEvent> events = new ArrayList<>();
        SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, scene.leases, slow, events::add);
        generator.nextId();
        scene.step(-3_600_000);

        for (int pause = 0; pause < 100; pause++) {
            slow.pauseMillis = pause;
            assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::nextId);
        }
        assertThat(events).hasExactlyElementsOfTypes(LeafEvent.ClockSteppedBack.class);
        assertThat(generator.status().stepsBack()).isEqualTo(1);
    }

    /** Lets time pass after each reading of the wall clock. */
    private static final class Slow implements TimeSource {

        private final ManualTime time;
        private long pauseMillis;

        private Slow(ManualTime time) {
            this.time = time;
        }

        @Override
        public long currentTimeMillis() {
            long now = time.currentTimeMillis();
            time.advance(Duration.ofMillis(pauseMillis));
            return now;
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public void parkNanos(long nanos) {
            time.parkNanos(nanos);
        }
    }

    @Test
    void hourForwardIsFollowedAndTheWayBackRefused() {
        scene.next();
        scene.step(3_600_000);
        long ahead = scene.nextMillis();
        assertThat(ahead).isEqualTo(scene.now());
        scene.step(-3_600_000);

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(scene.generator::nextId)
                .satisfies(moved -> assertThat(moved.offset()).isEqualTo(Duration.ofHours(1)));
        assertThat(scene.generator.status().lead()).isEqualTo(Duration.ofHours(1));
        scene.millis(3_600_000);
        assertThat(scene.nextMillis()).isEqualTo(ahead);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1_000, 1_000})
    void leapSecondGivesNoIdTwiceAndNoneOutOfOrder(long leap) {
        List<Long> ids = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < 4_000; i++) {
            if (i == 1_000) {
                scene.step(leap);
            }
            try {
                ids.add(scene.generator.nextId());
            } catch (ClockMovedBackwardsException ex) {
                refused++;
            }
            scene.millis(1);
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
        assertThat(refused).isEqualTo((leap < 0) ? 994 : 0); // the last 5 ms are waited out
    }

    @Test
    void smearedLeapSecondIsNotNoticed() {
        for (int i = 0; i < 20_000; i++) {
            scene.next();
            scene.millis(1);
            if (i % 20 == 0) {
                scene.step(
                        -1); // a second spread over the time in small steps back, none of them below the last timestamp
            }
        }
        assertThat(scene.events).isEmpty();
    }

    @Test
    void eachStepIsAnnouncedAgain() {
        for (int i = 0; i < 3; i++) {
            scene.next();
            scene.step(-100);
            for (int j = 0; j < 3; j++) {
                assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(scene.generator::nextId);
                scene.millis(10);
            }
            scene.millis(70);
        }
        assertThat(scene.events).hasSize(3);
        assertThat(scene.generator.status().stepsBack()).isEqualTo(3);
    }

    @Test
    void furtherStepBackIsNoticedWhileASmallOneIsWaitedOut() {
        long last = scene.nextMillis();
        scene.step(-4);
        scene.time.after(Duration.ofMillis(2), () -> scene.step(-3_600_000));

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(scene.generator::nextId)
                .satisfies(moved -> assertThat(moved.offset()).isEqualTo(Duration.ofHours(1)));
        assertThat(scene.elapsedMillis()).isLessThanOrEqualTo(8);
        assertThat(scene.now()).isLessThan(last);
    }

    @Test
    void stepBackIsNoticedWhileTheNextMillisecondIsWaitedFor() {
        scene.generator.nextIds(4_095);
        scene.time.after(Duration.ofNanos(500_000), () -> scene.step(-3_600_000));

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(scene.generator::nextId);
        assertThat(scene.elapsedMillis()).isLessThan(10);
    }

    @Test
    void smallStepIsWaitedForAtMostTwiceAsLong() {
        scene.next();
        scene.step(-4);
        holdTheWallClock();

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(scene.generator::nextId)
                .satisfies(moved -> assertThat(moved.offset()).isEqualTo(Duration.ofMillis(4)));
        assertThat(scene.elapsedMillis()).isEqualTo(8);
    }

    @Test
    void clockThatStandsStillEndsTheWaitForTheNextMillisecond() {
        scene.generator.nextIds(4_095);
        holdTheWallClock();

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("stood still");
        assertThat(scene.elapsedMillis()).isBetween(1_000L, 1_010L);
    }

    private void holdTheWallClock() {
        scene.time.every(Duration.ofMillis(1), () -> scene.step(-1));
    }

    @Test
    void interruptEndsTheWaitAndStaysSet() {
        scene.next();
        scene.step(-3);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(scene.generator::nextId);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptedThreadStillGetsIdsThatNeedNoWaiting() {
        Thread.currentThread().interrupt();

        scene.generator.nextId();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void borrowingGoesOnAboveTheLastTimestamp() {
        Scene borrower = new Scene(Scene.borrowing(Duration.ofSeconds(1)));
        SnowflakeId last = borrower.next();
        borrower.step(-500);

        SnowflakeId next = borrower.next();

        assertThat(next.id()).isGreaterThan(last.id());
        assertThat(next.timestamp()).isEqualTo(last.timestamp());
        assertThat(borrower.elapsedMillis()).isZero();
        assertThat(borrower.generator.status().lead()).isEqualTo(Duration.ofMillis(500));
        assertThat(borrower.events).hasSize(1);
    }

    @Test
    void borrowingBurnsTheSequenceAndMovesOnUpToTheMaxLead() {
        Scene borrower = new Scene(Scene.borrowing(Duration.ofSeconds(1)));
        borrower.next();
        borrower.step(-990);
        long[] ids = borrower.generator.nextIds(100 * 4_096);

        assertThat(ids).isSorted().doesNotHaveDuplicates();
        long lead = borrower.generator.decode(ids[ids.length - 1]).timestamp().toEpochMilli() - borrower.now();
        assertThat(lead).isEqualTo(1_000);
        assertThat(borrower.elapsedMillis())
                .as("beyond that at the pace of the clock")
                .isEqualTo(90);
        assertThat(borrower.events).hasSize(1);
    }

    @Test
    void borrowingEndsAtTheMaxLead() {
        Scene borrower = new Scene(Scene.borrowing(Duration.ofMillis(500)));
        borrower.next();
        borrower.step(-501);

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(borrower.generator::nextId);
        borrower.millis(1);
        borrower.next();
    }

    @Test
    void borrowingDoesNotRunAheadOfAClockThatIsRight() {
        Scene borrower = new Scene(Scene.borrowing(Duration.ofSeconds(1)));
        borrower.generator.nextIds(100 * 4_096);

        assertThat(borrower.elapsedMillis()).isEqualTo(100);
        assertThat(borrower.generator.status().lead()).isZero();
    }

    @Test
    void clockBeforeTheEpochIssuesNothing() {
        scene.step(SnowflakeLayout.DEFAULT.epochMillis() - scene.now() - 1);

        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("2010-11-04T01:42:54.656Z");
        scene.millis(1);
        assertThat(scene.next().timestamp()).isEqualTo(SnowflakeLayout.DEFAULT.epoch());
    }

    @Test
    void clockBeforeTheEpochIssuesNothingAfterAnIdEither() {
        scene.next();
        scene.step(-scene.now());

        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(scene.generator::nextId);
    }

    @Test
    void lastMillisecondIsUsedAndTheNextIsNot() {
        scene.step(SnowflakeLayout.DEFAULT.lastMillis() - scene.now());
        SnowflakeId last = scene.next();
        assertThat(last.id()).isPositive();
        assertThat(last.timestamp()).isEqualTo(Instant.parse("2080-07-10T17:30:30.208Z"));
        assertThat(scene.generator.status().lifetimeRemaining()).isZero();
        scene.millis(1);

        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("2080-07-10T17:30:30.209Z");
    }

    @Test
    void fullSequenceOfTheLastMillisecondEndsTheLayout() {
        scene.step(SnowflakeLayout.DEFAULT.lastMillis() - scene.now());
        scene.generator.nextIds(4_095);

        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(scene.generator::nextId);
    }

    /** The thread that waits holds nothing that another needs. */
    @Test
    void callerThatWaitsForTheClockHoldsUpNoOther() throws Exception {
        CountDownLatch parked = new CountDownLatch(1);
        CountDownLatch wake = new CountDownLatch(1);
        TimeSource blocking = new TimeSource() {
            @Override
            public long currentTimeMillis() {
                return scene.now();
            }

            @Override
            public long nanoTime() {
                return scene.time.nanoTime();
            }

            @Override
            public void parkNanos(long nanos) {
                parked.countDown();
                try {
                    assertThat(wake.await(2, TimeUnit.MINUTES)).isTrue();
                } catch (InterruptedException ex) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, scene.leases, blocking, scene.events::add);
        List<Long> ids = Collections.synchronizedList(new ArrayList<>());
        ids.add(generator.nextId());
        scene.step(-3);
        CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> ids.add(generator.nextId()));
        assertThat(parked.await(2, TimeUnit.MINUTES)).isTrue();
        scene.millis(4);

        ids.add(generator.nextId());

        assertThat(waiter).isNotDone();
        wake.countDown();
        waiter.get(2, TimeUnit.MINUTES);
        assertThat(ids).isSorted().doesNotHaveDuplicates().hasSize(3);
    }

    @Test
    void listenerThatThrowsDoesNotDisturbTheIds() {
        SnowflakeIdGenerator generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, Scene.borrowing(Duration.ofSeconds(1)), scene.leases, scene.time, event -> {
                    throw new IllegalStateException("broken listener");
                });
        generator.nextId();
        scene.step(-100);

        assertThat(generator.nextId()).isPositive();
    }
}
