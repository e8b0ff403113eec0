package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.leafid.IdGenerationException;
import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.segment.InMemorySegmentStore.Fate;
import io.leafid.testing.NewThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads and the system's clock, where the threads are the subject. */
@Timeout(300)
class SegmentConcurrencyTest {

    private static final Duration PATIENT = Duration.ofMinutes(2);

    private final InMemorySegmentStore store = new InMemorySegmentStore().put("order", 1, 10);
    private final List<SegmentIdGenerator> generators = new ArrayList<>();

    @AfterEach
    void close() {
        store.release();
        store.delay(Duration.ZERO);
        generators.forEach(SegmentIdGenerator::close);
    }

    @Test
    void afterAFailedFirstAllocationEveryIdIsUniqueAndOfAGrantedRange() throws Exception {
        SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(PATIENT));
        store.script(Fate.FAILS, Fate.LOSES_REPLY);

        long[] ids = onThreads(
                64,
                () -> LongStream.generate(() -> leaf.nextId("order")).limit(500).toArray());

        assertUniqueAndGranted(ids, 32_000);
    }

    @Test
    void aStepOfTenFeedsFiveHundredThreadsWithoutAnError() throws Exception {
        SegmentIdGenerator leaf =
                start(new SettingsBuilder().waitTimeout(PATIENT).maxStep(10));
        store.delay(Duration.ofMillis(1));

        long[] ids = onThreads(
                500,
                () -> LongStream.generate(() -> leaf.nextId("order")).limit(4).toArray());

        assertUniqueAndGranted(ids, 2_000);
    }

    @Test
    void eachThreadSeesItsIdsGrowWhateverTheOthersDo() throws Exception {
        SegmentIdGenerator leaf =
                start(new SettingsBuilder().waitTimeout(PATIENT).maxStep(50));

        long[] ids = onThreads(8, () -> {
            long[] mine = new long[20_000];
            for (int i = 0; i < mine.length; ) {
                long[] some = (i % 3 == 0) ? new long[] {leaf.nextId("order")} : leaf.nextIds("order", 1 + i % 7);
                for (int j = 0; j < some.length && i < mine.length; j++) {
                    mine[i++] = some[j];
                }
            }
            for (int i = 1; i < mine.length; i++) {
                assertThat(mine[i]).isGreaterThan(mine[i - 1]);
            }
            return mine;
        });

        assertThat(Arrays.stream(ids)).doesNotHaveDuplicates();
    }

    @Test
    void generatorsOnOneStoreNeverShareAnId() throws Exception {
        List<SegmentIdGenerator> three = List.of(
                start(new SettingsBuilder().waitTimeout(PATIENT)),
                start(new SettingsBuilder().waitTimeout(PATIENT)),
                start(new SettingsBuilder().waitTimeout(PATIENT)));
        int[] next = {0};

        long[] ids = onThreads(12, () -> {
            SegmentIdGenerator leaf;
            synchronized (next) {
                leaf = three.get(next[0]++ % 3);
            }
            return LongStream.generate(() -> leaf.nextId("order")).limit(10_000).toArray();
        });

        assertUniqueAndGranted(ids, 120_000);
    }

    @Test
    void callersAreWokenWhenTheSegmentArrives() throws Exception {
        SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(PATIENT));
        store.hold();
        List<Future<Long>> callers = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(20);
        try {
            for (int i = 0; i < 20; i++) {
                callers.add(pool.submit(() -> leaf.nextId("order")));
            }
            await().until(() -> status(leaf).waits().waiting() == 20);
            store.release();
            for (Future<Long> caller : callers) {
                assertThat(caller).succeedsWithin(PATIENT);
            }
            assertThat(status(leaf).waits().waiting()).isZero();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void whatWaitingCallersWantIsBoughtAtOnce() throws Exception {
        ManualGenerator leaf = new ManualGenerator(store)
                .with(settings -> settings.waitTimeout(PATIENT))
                .start();
        leaf.loader.defer();
        CompletableFuture<long[]> caller = CompletableFuture.supplyAsync(() -> leaf.nextIds("order", 5_000));
        await().until(() -> leaf.loader.queued() == 1); // a caller is counted before it asks
        leaf.loader.runNext();

        assertThat(caller.get()).hasSize(5_000);
        assertThat(store.committed()).extracting(AllocatedSegment::size).containsExactly(5_000L);
    }

    @Test
    void aCallEndsAtItsDeadlineThoughTheStoreHangs() {
        SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(Duration.ofMillis(50)));
        store.hold();

        assertThatThrownBy(() -> leaf.nextId("order"))
                .isInstanceOf(SegmentUnavailableException.class)
                .hasMessage("no id of tag 'order' is reserved, and none could be allocated within 50 ms:"
                        + " the store has not answered yet");
        assertThat(status(leaf).waits().longestNanos())
                .isBetween(
                        Duration.ofMillis(10).toNanos(), Duration.ofSeconds(60).toNanos());
    }

    @Test
    void lookingATagUpAndBuyingForItShareOneDeadline() {
        SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(Duration.ofMillis(300)));
        store.put("fresh", 1, 10);
        store.delay(Duration.ofMillis(200)); // twice this is too long

        assertThatThrownBy(() -> leaf.nextId("fresh")).isInstanceOf(SegmentUnavailableException.class);
    }

    @Test
    void anInterruptEndsTheWaitAndIsNotSwallowed() throws Exception {
        SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(PATIENT));
        store.hold();
        for (String tag : List.of("order", "unknown")) {
            AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
            CountDownLatch ended = new CountDownLatch(1);
            boolean[] flag = new boolean[1];
            Thread caller = new Thread(() -> {
                try {
                    leaf.nextId(tag);
                } catch (IdGenerationException ex) {
                    thrown.set(ex);
                }
                flag[0] = Thread.currentThread().isInterrupted();
                ended.countDown();
            });
            caller.start();
            await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);
            caller.interrupt();
            ended.await();

            assertThat(thrown.get())
                    .isInstanceOf(SegmentUnavailableException.class)
                    .hasMessageStartingWith("interrupted while ")
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThat(flag[0]).as("interrupt flag").isTrue();
            caller.join();
        }
    }

    @Test
    void anInterruptedThreadIsServedFromWhatIsReserved() {
        SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(PATIENT));
        leaf.nextId("order");
        Thread.currentThread().interrupt();
        try {
            assertThat(leaf.nextId("order")).isEqualTo(2);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aCallerIsServedWhileManyTagsArePreloaded() throws Exception {
        List<String> many = IntStream.range(0, 40).mapToObj(i -> "many-" + i).toList();
        many.forEach(tag -> store.put(tag, 1, 10));
        store.put("user", 1, 10);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        HookedStore hooks = HookedStore.of(store);
        hooks.beforeAllocation(tag -> {
            if (tag.startsWith("many")) {
                begun.countDown();
                awaitQuietly(release);
            }
        });
        SegmentSettings settings =
                new SettingsBuilder().waitTimeout(PATIENT).loadTimeout(PATIENT).build();
        SegmentIdGenerator leaf = new SegmentIdGenerator(hooks, settings, many, null, event -> {});
        CompletableFuture<Void> started = CompletableFuture.runAsync(leaf::start);
        try {
            begun.await();

            assertThat(leaf.nextId("user")).isEqualTo(1);
        } finally {
            release.countDown();
            started.join();
            leaf.close();
        }
    }

    @Test
    void aTagWhoseStoreCallsHangDoesNotHoldUpTheOthers() throws Exception {
        store.put("stuck", 1, 10).put("user", 1, 10);
        CountDownLatch release = new CountDownLatch(1);
        HookedStore hooks = HookedStore.of(store);
        hooks.beforeAllocation(tag -> {
            if (tag.equals("stuck")) {
                awaitQuietly(release);
            }
        });
        SegmentIdGenerator leaf = start(
                new SettingsBuilder().waitTimeout(Duration.ofSeconds(1)).loadTimeout(Duration.ofMillis(200)), hooks);
        try {
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(() -> leaf.nextId("stuck")).isInstanceOf(SegmentUnavailableException.class);
            }
            Set<Long> ids = new HashSet<>();
            for (int i = 0; i < 1_000; i++) {
                ids.add(await().pollDelay(Duration.ZERO)
                        .ignoreException(SegmentUnavailableException.class) // of a busy machine
                        .until(() -> leaf.nextId("user"), id -> true));
            }
            assertThat(ids).hasSize(1_000);
        } finally {
            release.countDown();
        }
    }

    @Test
    void aListenerThatHangsHoldsUpNeitherTimeOutsNorAttempts() throws Exception {
        store.put("stuck", 1, 10);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch listening = new CountDownLatch(1);
        HookedStore hooks = HookedStore.of(store);
        hooks.beforeAllocation(tag -> {
            if (tag.equals("stuck")) {
                awaitQuietly(release);
            }
        });
        EventDispatcher dispatched = new EventDispatcher(event -> {
            listening.countDown();
            awaitQuietly(release);
        });
        dispatched.open();
        SegmentIdGenerator leaf =
                start(new SettingsBuilder().waitTimeout(PATIENT).loadTimeout(Duration.ofSeconds(2)), hooks, dispatched);
        try {
            CompletableFuture<Long> stuck = CompletableFuture.supplyAsync(() -> leaf.nextId("stuck"));
            listening.await(); // told of the first time-out
            store.script(Fate.FAILS);

            assertThat(leaf.nextId("order")).as("after a back-off").isEqualTo(1);
            release.countDown();
            assertThat(stuck.handle((id, failure) -> "ended")).succeedsWithin(PATIENT);
        } finally {
            release.countDown();
            dispatched.close();
        }
    }

    @Test
    void noThreadIsLeftAfterClose() {
        NewThreads threads = new NewThreads();
        SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(PATIENT));
        leaf.nextId("order");
        assertThatThrownBy(() -> leaf.nextId("unknown"));
        assertThat(threads.named("leaf-segment-")).isNotEmpty();
        assertThat(threadsOfLeaf()).allMatch(Thread::isDaemon);
        leaf.close();

        await().untilAsserted(() -> assertThat(threads.named("leaf-segment-")).isEmpty());
    }

    @Test
    void callersWhoWaitAreToldAtOnceThatTheGeneratorCloses() throws Exception {
        SegmentIdGenerator leaf =
                start(new SettingsBuilder().waitTimeout(PATIENT).loadTimeout(Duration.ofSeconds(1)));
        store.hold();
        CompletableFuture<Long> caller = CompletableFuture.supplyAsync(() -> leaf.nextId("order"));
        await().until(() -> status(leaf).waits().waiting() == 1);
        leaf.close();

        assertThatExceptionOfType(Exception.class)
                .isThrownBy(caller::get)
                .withCauseInstanceOf(SegmentUnavailableException.class)
                .withMessageContaining("the segment generator is closed");
    }

    @Test
    void closingAmidCallsLosesNoUniquenessThoughTailsAreGivenBack() throws Exception {
        store.put("order", 1, 50);
        List<Long> all = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            SegmentIdGenerator leaf = start(new SettingsBuilder().waitTimeout(PATIENT));
            CountDownLatch warm = new CountDownLatch(4);
            CountDownLatch closing = new CountDownLatch(1);
            ExecutorService pool = Executors.newFixedThreadPool(4);
            List<Future<List<Long>>> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(pool.submit(() -> untilClosed(leaf, warm, closing)));
            }
            warm.await();
            closing.countDown();
            leaf.close();
            for (Future<List<Long>> caller : callers) {
                all.addAll(caller.get());
            }
            pool.shutdownNow();
        }
        assertThat(all).hasSizeGreaterThan(20 * 4 * 100).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(id -> assertThat(id).isLessThan(store.maxId("order")));
    }

    private static List<Long> untilClosed(SegmentIdGenerator leaf, CountDownLatch warm, CountDownLatch closing) {
        List<Long> ids = new ArrayList<>();
        try {
            while (true) {
                ids.add(leaf.nextId("order"));
                if (ids.size() == 200) {
                    warm.countDown();
                    awaitQuietly(closing);
                }
            }
        } catch (SegmentUnavailableException ex) {
            assertThat(ex).hasMessage("the segment generator is closed");
            return ids;
        } finally {
            warm.countDown();
        }
    }

    private SegmentIdGenerator start(SettingsBuilder settings) {
        return start(settings, store);
    }

    private SegmentIdGenerator start(SettingsBuilder settings, SegmentStore on) {
        return start(settings, on, event -> {});
    }

    private SegmentIdGenerator start(SettingsBuilder settings, SegmentStore on, Consumer<LeafEvent> listener) {
        SegmentIdGenerator leaf = new SegmentIdGenerator(on, settings.build(), List.of(), null, listener);
        generators.add(leaf);
        leaf.start();
        return leaf;
    }

    private static SegmentTagStatus status(SegmentIdGenerator leaf) {
        return leaf.status("order").orElseThrow();
    }

    private static List<Thread> threadsOfLeaf() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("leaf-segment-"))
                .toList();
    }

    /** Runs the same on many threads that begin together, and returns all that they return. */
    private static long[] onThreads(int count, Callable<long[]> action) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(count);
        CountDownLatch begin = new CountDownLatch(count);
        try {
            List<Future<long[]>> results = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                results.add(pool.submit(() -> {
                    begin.countDown();
                    begin.await();
                    return action.call();
                }));
            }
            List<long[]> ids = new ArrayList<>();
            for (Future<long[]> result : results) {
                ids.add(result.get());
            }
            return ids.stream().flatMapToLong(Arrays::stream).toArray();
        } finally {
            pool.shutdownNow();
        }
    }

    private void assertUniqueAndGranted(long[] ids, int expected) {
        long[] sorted = Arrays.stream(ids).sorted().distinct().toArray();
        assertThat(sorted).hasSize(expected);
        List<AllocatedSegment> grants = store.committed();
        int grant = 0;
        for (long id : sorted) {
            while (id >= grants.get(grant).end()) {
                grant++;
            }
            assertThat(id).isGreaterThanOrEqualTo(grants.get(grant).first());
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
