package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.leafid.IdSequence;
import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.Availability;
import io.leafid.file.NoteFile;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.notes.TagNotes;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.time.BackOff;
import io.leafid.time.Scheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Start, preloading and stop. */
@Timeout(300)
class SegmentLifecycleTest {

    private static final String CLOSED = "the segment generator is closed";

    private final InMemorySegmentStore store = new InMemorySegmentStore();
    private final ManualGenerator leaf = new ManualGenerator(store).row("order", 1, 100);

    @TempDir
    private Path directory;

    // ---- start

    @Test
    void startFailsFastIfTheStoreCannotBeReadAndLeavesNothingBehind() {
        store.goDown();

        assertThatIllegalStateException().isThrownBy(leaf::start).withMessage("scripted outage");
        assertThat(leaf.loader.isShutdown()).isTrue();
        assertThat(leaf.lookups.isShutdown()).isTrue();
        assertThat(leaf.time.plannedTasks()).isZero();
        assertThatThrownBy(() -> leaf.nextId("order")).hasMessageContaining("issues ids again once it is started");
    }

    @Test
    void aDegradedStartIsNotMistakenForAnUnknownTagAndHealsByItself() {
        store.goDown();
        leaf.with(SettingsBuilder::startDegraded).start();
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.DOWN);
        assertThatThrownBy(() -> leaf.nextId("order"))
                .isInstanceOf(SegmentUnavailableException.class)
                .hasMessageContaining("scripted outage");

        store.comeUp();
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.generator().status()).hasSize(1);
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        assertThat(leaf.nextId("order")).isEqualTo(1);
    }

    @Test
    void aDegradedStartReadsTheTagsAgainWithGrowingPauses() {
        store.goDown();
        leaf.with(SettingsBuilder::startDegraded).start();
        int before = store.calls();
        leaf.time.advance(Duration.ofMinutes(1));

        assertThat(store.calls() - before).isBetween(10, 40);
    }

    @Test
    void noSegmentIsBoughtBeforeItIsAskedFor() {
        leaf.start();

        assertThat(store.allocations()).isZero();
    }

    // ---- preloading

    @Test
    void theFirstCallOfAPreloadedTagAsksNoStore() {
        leaf.preload("order").start();
        int before = store.calls();

        assertThat(leaf.nextId("order")).isEqualTo(1);
        assertThat(store.calls()).isEqualTo(before);
    }

    @Test
    void aTagToBePreloadedIsCreatedIfTagsMayBe() {
        leaf.with(settings -> settings.autoCreate(10, 500)).preload("fresh").start();
        int before = store.calls();

        assertThat(leaf.nextId("fresh")).isEqualTo(500);
        assertThat(store.calls()).isEqualTo(before);
    }

    @Test
    void aTagToBePreloadedWithoutRowIsReportedAndDoesNotStopTheStart() {
        try (LogCapture log = LogCapture.of(SegmentRun.class)) {
            leaf.preload("missing", "order").start();

            assertThat(log.events())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .startsWith("tag 'missing' is not preloaded: tag 'missing' has no row in the segment table");
        }
        assertThat(store.allocations()).isEqualTo(1);
    }

    @Test
    void aDegradedStartDoesNotClaimThatTagsToBePreloadedHaveNoRow() {
        store.goDown();
        try (LogCapture log = LogCapture.of(SegmentRun.class)) {
            leaf.with(SettingsBuilder::startDegraded).preload("order").start();

            assertThat(log.events())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("the tags could not be read, so none is preloaded:" + " scripted outage");
        }
    }

    @Test
    void anIllegalTagToBePreloadedIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> leaf.preload("order ").start());
    }

    @Test
    void tagsOfTheLastDayArePreloadedByTheNextRun() {
        Path file = directory.resolve("state").resolve("recent");
        leaf.row("user", 1, 100).row("idle", 1, 100).recentTags(file).start();
        leaf.nextId("order");
        leaf.nextId("user");
        leaf.close();
        ManualGenerator next = new ManualGenerator(store).recentTags(file).start();
        int before = store.calls();
        assertThat(List.of(next.nextId("order"), next.nextId("user"))).containsExactly(2L, 2L);
        assertThat(store.calls()).isEqualTo(before);
    }

    @Test
    void stopWhileTheTagsInUseAreBeingNotedHasTheLastIdsNotedToo() {
        Path file = directory.resolve("recent");
        store.identity("memory");
        ManualGenerator noting = new ManualGenerator(HookedStore.several(store)).recentTags(file);
        noting.start().nextId("order");
        noting.hooks.beforeNoting(tag -> {
            noting.hooks.beforeNoting(same -> {});
            noting.nextIds("order", 5);
            noting.generator().stop();
        });
        noting.time.advance(TagNotes.INTERVAL);

        assertThat(file).content().containsPattern("7\\t.*\\torder");
    }

    @Test
    void tagsThatWereNotUsedForADayAreNoLongerPreloaded() {
        Path file = directory.resolve("recent");
        leaf.row("user", 1, 100).recentTags(file).start();
        leaf.nextId("user");
        for (int hour = 0; hour < 26; hour++) {
            leaf.time.advance(Duration.ofHours(1));
            leaf.nextId("order");
        }
        leaf.close();

        ManualGenerator next = new ManualGenerator(store).recentTags(file);
        next.time.advance(Duration.ofHours(26));
        next.start();
        assertThat(next.status("order").allocations().totals().successes()).isOne();
        assertThat(next.status("user").allocations().totals().successes()).isZero();
    }

    @Test
    void aFileOfRecentTagsThatCannotBeReadOrWrittenDoesNoHarm() throws IOException {
        Path file = directory.resolve("recent");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
        leaf.recentTags(file).start();
        assertThat(leaf.nextId("order")).isEqualTo(1);
        Files.delete(file);
        Files.createDirectory(file);
        Files.createFile(file.resolve("in the way"));
        leaf.close();

        try (var left = Files.list(directory)) {
            assertThat(left)
                    .as("no temporary file is left")
                    .containsExactlyInAnyOrder(file, directory.resolve("recent.lock"));
        }
    }

    @Test
    void recentTagsThatNoLongerExistAreIgnored() throws IOException {
        Path file = directory.resolve("recent");
        long now = leaf.time.currentTimeMillis();
        new NoteFile(file, "leaf segment tags 2", 1_000)
                .write("store memory\n7\t%d\tgone\n7\t%d\torder\n".formatted(now, now));
        leaf.recentTags(file).start();

        assertThat(store.allocations()).isEqualTo(1);
    }

    // ---- stop

    @Test
    void everyCallThrowsOnceClosed() {
        leaf.start();
        IdSequence sequence = leaf.generator().sequence("order");
        sequence.next();
        leaf.close();
        leaf.close();

        for (int i = 0; i < 3; i++) {
            assertClosed(() -> leaf.nextId("order"));
            assertClosed(() -> leaf.nextIds("order", 2));
            assertClosed(() -> leaf.nextId("unknown"));
            assertClosed(() -> leaf.generator().sequence("order"));
            assertClosed(sequence::next);
            assertClosed(() -> sequence.next(5));
        }
        assertThat(leaf.generator().status()).isEmpty();
    }

    /** The first call of two is held up where it ends the timer, before it retires the tags. */
    @Test
    void secondOfTwoCallsAtOnceReturnsWhenNoIdIsIssuedAnyMoreAndNotBefore() throws InterruptedException {
        for (Consumer<SegmentIdGenerator> end :
                List.<Consumer<SegmentIdGenerator>>of(SegmentIdGenerator::stop, SegmentIdGenerator::close)) {
            HeldScheduler timer = new HeldScheduler();
            SegmentIdGenerator generator =
                    new ManualGenerator(store).scheduler(timer).start().generator();
            generator.nextId("order");
            CompletableFuture<Void> first = new CompletableFuture<>();
            CompletableFuture<Void> second = new CompletableFuture<>();
            daemon(first, () -> end.accept(generator));
            timer.reached.await();
            Thread caller = daemon(second, () -> {
                end.accept(generator);
                assertThatExceptionOfType(SegmentUnavailableException.class)
                        .isThrownBy(() -> generator.nextId("order"));
            });
            await().until(() -> second.isDone() || caller.getState() == Thread.State.BLOCKED);
            timer.goOn.countDown();

            assertThat(second).succeedsWithin(Duration.ofMinutes(2));
            assertThat(first).succeedsWithin(Duration.ofMinutes(2));
        }
    }

    private static Thread daemon(CompletableFuture<Void> result, Runnable call) {
        Thread thread = new Thread(() -> {
            try {
                call.run();
                result.complete(null);
            } catch (Throwable ex) {
                result.completeExceptionally(ex);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Starts nothing, and is ended only when the test lets it. */
    private static final class HeldScheduler implements Scheduler {

        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public Task after(Duration delay, Runnable action) {
            return () -> {};
        }

        @Override
        public Task every(Duration pause, Runnable action) {
            return () -> {};
        }

        @Override
        public void close() {
            reached.countDown();
            try {
                goOn.await();
            } catch (InterruptedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    @Test
    void startWhileAStopStillGivesBackHasThreadsThatTheStopDoesNotEnd() {
        HeldScheduler timer = new HeldScheduler();
        timer.goOn.countDown();
        ManualGenerator restarted = new ManualGenerator(store)
                .scheduler(timer)
                .threads(() -> new SegmentThreads.Pools(timer, new ManualExecutor(), new ManualExecutor()))
                .start();
        restarted.nextId("order");
        restarted.hooks.beforeGiveBack(tag -> {
            restarted.hooks.beforeGiveBack(same -> {});
            restarted.generator().start();
        });
        restarted.generator().stop();

        assertThat(restarted.nextId("order")).isGreaterThan(1);
        restarted.close();
    }

    @Test
    void whatWasNeverHandedOutIsGivenBack() {
        leaf.start();
        leaf.nextIds("order", 30); // the next segment is allocated too
        assertThat(store.maxId("order")).isEqualTo(201);
        leaf.close();

        assertThat(store.maxId("order")).isEqualTo(31);
        assertThat(new ManualGenerator(store).start().nextId("order")).isEqualTo(31);
    }

    @Test
    void nothingIsGivenBackIfAnotherNodeHasBoughtMeanwhile() {
        leaf.start();
        leaf.nextId("order");
        store.allocate("order", 100, 0);
        leaf.close();

        assertThat(store.maxId("order")).isEqualTo(201);
    }

    @Test
    void onlyWhatIsContiguousToTheCounterIsGivenBack() {
        leaf.start();
        leaf.nextId("order"); // [1, 101)
        store.allocate("order", 100, 0); // another node's
        leaf.nextIds("order", 10); // [201, 301)
        leaf.close();

        assertThat(store.maxId("order")).isEqualTo(201);
    }

    @Test
    void nothingIsGivenBackIfTheSettingsSaySo() {
        leaf.with(SettingsBuilder::keepUnused).start();
        leaf.nextId("order");
        leaf.close();

        assertThat(store.maxId("order")).isEqualTo(101);
    }

    @Test
    void aUsedUpReserveIsNotGivenBack() {
        leaf.with(settings -> settings.prefetchAt(0.99)).start();
        leaf.loader.runAtOnce();
        leaf.nextIds("order", 99);
        leaf.loader.defer();
        leaf.nextId("order");
        leaf.close();

        assertThat(store.maxId("order")).isEqualTo(101);
    }

    @Test
    void aStoreThatFailsDoesNotKeepTheGeneratorFromClosing() {
        leaf.row("user", 1, 100).start();
        leaf.nextId("order");
        leaf.nextId("user");
        leaf.hooks.beforeGiveBack(tag -> {
            throw new IllegalStateException("lost");
        });
        leaf.close();

        assertThat(leaf.loader.isTerminated()).isTrue();
        assertThat(store.maxId("order")).isEqualTo(101);
    }

    @Test
    void aStoreThatIsDownIsNotAskedToTakeBack() {
        leaf.start();
        leaf.nextId("order");
        store.goDown();
        leaf.nextIds("order", 50);
        int before = store.calls();
        leaf.close();

        assertThat(store.calls()).isEqualTo(before);
    }

    @Test
    void anAllocationUnderWayIsBurntAndCannotBeGivenBack() {
        leaf.start();
        leaf.nextId("order");
        leaf.hooks.afterAllocation((tag, grant) -> {
            leaf.close(); // its commit is done, its reply on its way
            return grant;
        });
        leaf.nextIds("order", 50);

        assertThat(store.maxId("order")).isEqualTo(201);
        assertClosed(() -> leaf.nextId("order"));
    }

    @Test
    void aRefreshUnderWayBringsNoTagBack() {
        leaf.start();
        leaf.hooks.beforeFindAll(leaf::close);
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
        leaf.loader.runAll();

        assertClosed(() -> leaf.nextId("order"));
        assertThat(leaf.generator().status()).isEmpty();
        assertThat(store.allocations()).isZero();
    }

    @Test
    void anAllocationThatWaitedForItsBackOffEndsAtOnceOnClose() {
        leaf.with(settings -> settings.waitTimeout(Duration.ofSeconds(10))).start();
        store.script(InMemorySegmentStore.Fate.FAILS);
        CompletableFuture<?> caller = CompletableFuture.runAsync(() -> assertClosed(() -> leaf.nextId("order")));
        await().until(() -> leaf.status("order").waits().waiting() == 1 && leaf.time.plannedTasks() == 2);
        leaf.close();

        assertThat(caller).succeedsWithin(Duration.ofMinutes(2));
    }

    private static void assertClosed(ThrowingCallable call) {
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(call)
                .withMessage(CLOSED);
    }
}
