package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerationException;
import io.leafid.test.time.ManualExecutor;
import io.leafid.time.Scheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The n-th time that anything is handed to another thread it fails once, as when no native thread can be made; afterwards
 * everything goes on by itself: ids, refreshes, look-ups and notes.
 */
@Timeout(300)
class SegmentHandOverTest {

    /** More than a run below has on any of its ways. */
    private static final int HAND_OVERS = 40;

    @TempDir
    private Path directory;

    static Stream<Arguments> failures() {
        List<Arguments> all = new ArrayList<>();
        for (int n = 1; n <= HAND_OVERS; n++) {
            for (Way way : Way.values()) {
                all.add(Arguments.of(way, n));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0}, hand-over {1}")
    @MethodSource("failures")
    void oneFailureEndsNothing(Way way, int n) throws IOException {
        OneFailure failure =
                new OneFailure(n, (n % 2 == 0) ? SegmentHandOverTest::outOfMemory : SegmentHandOverTest::rejected);
        ManualGenerator leaf = new ManualGenerator()
                .row("order", 1, 100)
                .row("other", 1, 100)
                .with(SettingsBuilder::startDegraded)
                .recentTags(directory.resolve("tags"));
        way.disturb(leaf, failure);
        startDespite(leaf);
        use(leaf, 400);
        failure.disarm();
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(2));

        assertThat(leaf.nextIds("order", 300)).hasSize(300);
        assertThat(leaf.nextId("other")).isPositive();
        leaf.row("new", 1, 100);
        assertThat(leaf.nextId("new")).isPositive();
        assertRefreshesGoOn(leaf);
        leaf.close();
        assertThat(leaf.loader.isShutdown()).isTrue();
        assertThat(Files.readString(directory.resolve("tags"))).contains("\torder\n", "\tother\n", "\tnew\n");
    }

    /** 50 later ones must run: none of them had, after one failure. */
    @Test
    void refreshesAndNotesGoOnAfterOneFailureOfTheTimer() {
        OneFailure failure = new OneFailure(Integer.MAX_VALUE, SegmentHandOverTest::outOfMemory);
        ManualGenerator leaf = new ManualGenerator().row("order", 1, 100);
        leaf.scheduler(new FailingScheduler(leaf.time, failure)).start();
        failure.failNext();
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
        assertThat(failure.isArmed()).isFalse();
        int before = leaf.store.calls();
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(51));

        assertThat(leaf.store.calls() - before).isBetween(50, 52);
    }

    @Test
    void startThatCannotMakeAThreadFailsLoudlyAndLeavesNothingBehind() {
        ManualGenerator leaf = new ManualGenerator().row("order", 1, 100);
        leaf.loader.refuseWith(() -> {
            throw outOfMemory();
        });

        assertThatThrownBy(leaf::start).isInstanceOf(OutOfMemoryError.class);
        assertThat(leaf.loader.isShutdown()).isTrue();
        assertThat(leaf.time.plannedTasks()).isZero();
    }

    private static void startDespite(ManualGenerator leaf) {
        try {
            leaf.start();
        } catch (OutOfMemoryError
                | RejectedExecutionException ex) { // a start may fail, if it says so and can be repeated
            leaf.restartAfterFailure();
        }
    }

    private static void use(ManualGenerator leaf, int seconds) {
        for (int i = 0; i < seconds; i++) {
            leaf.time.advance(Duration.ofSeconds(1));
            for (String tag : List.of("order", "other", "unknown")) {
                try {
                    leaf.nextIds(tag, 3);
                } catch (IdGenerationException ex) {
                    assertThat(ex).hasMessageMatching("(?s).*('unknown'|no id of tag|could not be looked up).*");
                }
            }
        }
    }

    private static void assertRefreshesGoOn(ManualGenerator leaf) {
        int before = leaf.store.calls();
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(10));
        assertThat(leaf.store.calls() - before).isBetween(9, 12);
    }

    private static OutOfMemoryError outOfMemory() {
        return new OutOfMemoryError("unable to create native thread");
    }

    private static Error rejected() {
        throw new RejectedExecutionException("no thread to be had");
    }

    /** Where tasks are handed over. */
    enum Way {
        LOADER {
            @Override
            void disturb(ManualGenerator leaf, OneFailure failure) {
                refuse(leaf.loader, failure);
            }
        },
        LOOKUPS {
            @Override
            void disturb(ManualGenerator leaf, OneFailure failure) {
                refuse(leaf.lookups, failure);
            }
        },
        TIMER {
            @Override
            void disturb(ManualGenerator leaf, OneFailure failure) {
                leaf.scheduler(new FailingScheduler(leaf.time, failure));
            }
        };

        abstract void disturb(ManualGenerator leaf, OneFailure failure);

        private static void refuse(ManualExecutor executor, OneFailure failure) {
            executor.refuseWith(failure::pass);
        }
    }

    /** Throws the n-th time. */
    private static final class OneFailure {

        private final Supplier<Error> error;
        private int left;

        OneFailure(int n, Supplier<Error> error) {
            this.left = n;
            this.error = error;
        }

        void pass() {
            if (left > 0 && --left == 0) {
                throw error.get();
            }
        }

        void failNext() {
            left = 1;
        }

        boolean isArmed() {
            return left > 0;
        }

        void disarm() {
            left = 0;
        }
    }

    private record FailingScheduler(Scheduler scheduler, OneFailure failure) implements Scheduler {

        @Override
        public Task after(Duration delay, Runnable action) {
            failure.pass();
            return scheduler.after(delay, action);
        }

        @Override
        public Task every(Duration pause, Runnable action) {
            failure.pass();
            return scheduler.every(pause, action);
        }

        @Override
        public void close() {
            scheduler.close();
        }
    }
}
