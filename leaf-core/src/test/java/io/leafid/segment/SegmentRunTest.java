package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.StartFailures;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** That a run, from a start to the next stop, has an end: a caller that is still in the midst of it changes nothing of the next one. */
@Timeout(300)
class SegmentRunTest {

    private static final Set<Thread.State> HELD_UP =
            EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private final ManualGenerator leaf = new ManualGenerator(store).row("order", 1, 100);

    @TempDir
    private Path directory;

    /** What was allocated and given back is no range of the next run, which took the row for set back. */
    @Test
    void allocationThatIsAppliedWhileTheEngineIsStoppedAndStartedIsNoneOfTheNextRun() throws Exception {
        int reading = 0;
        boolean wasReached;
        do {
            ManualGenerator each = new ManualGenerator().row("order", 1, 100).start();
            FutureTask<Void> restart = new FutureTask<>(
                    () -> {
                        each.generator().stop();
                        each.generator().start();
                    },
                    null);
            wasReached = each.atReading(
                    ++reading,
                    () -> {
                        Thread other = daemon(restart);
                        await().until(() -> restart.isDone() || HELD_UP.contains(other.getState()));
                    },
                    () -> callIfItRuns(each));
            if (!wasReached) {
                restart.run();
            }
            restart.get(2, TimeUnit.MINUTES);

            long first = each.nextId("order");
            assertThat(each.nextIds("order", 300)).as("reading %d", reading).isSorted();
            assertThat(each.nextId("order")).isGreaterThan(first);
        } while (wasReached);
        assertThat(reading).as("readings of a clock").isGreaterThan(3);
    }

    private static void callIfItRuns(ManualGenerator generator) {
        try {
            long unused = generator.nextId("order");
        } catch (SegmentUnavailableException ex) {
            // the stop came first
        }
    }

    private static Thread daemon(Runnable action) {
        Thread thread = new Thread(action);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void startThatAStopOvertakesLeavesTheEngineStoppedAndItCanBeStartedAgain() {
        leaf.start();
        leaf.generator().stop();
        leaf.loader.refuseWith(() -> {
            leaf.loader.refuseNothing();
            leaf.generator().stop();
        });
        leaf.generator().start();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("is stopped");
        leaf.generator().start();
        assertThat(leaf.nextId("order")).isPositive();
    }

    @Test
    void startThatACloseOvertakesLeavesItClosed() {
        leaf.loader.refuseWith(() -> {
            leaf.loader.refuseNothing();
            leaf.close();
        });
        leaf.generator().start();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("is closed");
    }

    /** The stop comes while the first of two stores is read. */
    @Test
    void stopWhileSeveralStoresAreStartedStopsThemAll() {
        Runnable[] whenRead = {() -> {}};
        store.put("audit", 1, 100);
        ManualTime time = new ManualTime();
        SegmentIdGenerator several = new SegmentIdGenerator(
                new SegmentStores(
                        new ForwardingSegmentStore(store) {
                            @Override
                            public List<TagRow> findAll() {
                                whenRead[0].run();
                                return super.findAll();
                            }
                        },
                        List.of(new SegmentStores.TagStore("a", store, Set.of("audit"), new Outages())),
                        new Outages()),
                new SettingsBuilder().waitTimeout(Duration.ZERO).build(),
                List.of(),
                null,
                event -> {},
                time,
                () -> new SegmentThreads(
                        () -> new SegmentThreads.Pools(reopened(time), new ManualExecutor(), new ManualExecutor())),
                () -> 0.5);
        whenRead[0] = several::stop;
        several.start();

        for (String tag : List.of("order", "audit")) {
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> several.nextId(tag))
                    .withMessageContaining("is stopped");
        }
        whenRead[0] = () -> {};
        several.start();
        assertThat(several.nextId("audit")).isPositive();
    }

    /** The stop has ended issuing, and notes; its own threads are to be ended, not those of the run that has begun meanwhile. */
    @Test
    void startWhileAStopNotesHasThreadsThatTheStopDoesNotEnd() {
        store.identity("memory");
        ManualGenerator noting = new ManualGenerator(HookedStore.several(store));
        ManualTime time = noting.time;
        noting.threads(() -> new SegmentThreads.Pools(reopened(time), new ManualExecutor(), new ManualExecutor()))
                .recentTags(directory.resolve("recent"))
                .start();
        noting.nextId("order");
        noting.hooks.beforeNoting(tag -> {
            noting.hooks.beforeNoting(same -> {});
            noting.generator().start();
        });
        noting.generator().stop();

        assertThat(noting.nextIds("order", 1_000)).isSorted();
    }

    private static ManualTime reopened(ManualTime time) {
        time.reopen();
        return time;
    }

    private static final class Outages implements StartFailures {

        @Override
        public RuntimeException explain(RuntimeException failure) {
            return failure;
        }

        @Override
        public boolean isOutage(RuntimeException failure) {
            return false;
        }
    }
}
