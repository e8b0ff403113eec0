package io.leafid.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LeafThreadsTest {

    private final ExecutorService pool = LeafThreads.pool("test-pool", 3);
    private final Scheduler scheduler = LeafThreads.scheduler("test-timer");

    @AfterEach
    void end() {
        pool.shutdownNow();
        scheduler.close();
    }

    @Test
    void aPoolHasAtMostItsSizeOfNamedDaemons() throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch allAtWork = new CountDownLatch(3);
        CountDownLatch done = new CountDownLatch(30);
        for (int i = 0; i < 30; i++) {
            pool.execute(() -> {
                threads.add(Thread.currentThread());
                allAtWork.countDown();
                awaitQuietly(allAtWork);
                done.countDown();
            });
        }
        done.await();

        assertThat(threads).hasSize(3).allSatisfy(thread -> {
            assertThat(thread.isDaemon()).isTrue();
            assertThat(thread.getName()).startsWith("test-pool-");
        });
    }

    /** A DataSource that chooses a database by one would lead the allocations of all callers to that of the first. */
    @Test
    void aThreadInheritsNoThreadLocalOfItsCaller() throws Exception {
        InheritableThreadLocal<String> tenant = new InheritableThreadLocal<>();
        tenant.set("a");

        assertThat(pool.submit(tenant::get).get()).isNull();
        assertThat(pool.submit(() -> Thread.currentThread().getContextClassLoader())
                        .get())
                .isSameAs(Thread.currentThread().getContextClassLoader());
    }

    @Test
    void aTaskThatThrowsRunsAgainAllTheSame() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch thrice = new CountDownLatch(3);
        scheduler.every(Duration.ofMillis(1), () -> {
            thrice.countDown();
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("first run");
            }
            throw new IllegalArgumentException("later run");
        });

        assertThat(thrice.await(2, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aCancelledTaskDoesNotRun() throws InterruptedException {
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        CountDownLatch busy = new CountDownLatch(1);
        scheduler.after(Duration.ZERO, () -> awaitQuietly(busy));
        scheduler.after(Duration.ZERO, () -> ran.add("cancelled")).cancel();
        scheduler.after(Duration.ofMillis(1), () -> ran.add("other"));
        busy.countDown();

        assertThat(take(ran)).isEqualTo("other");
    }

    @Test
    void aClosedSchedulerIgnoresTasks() {
        scheduler.close();

        scheduler.after(Duration.ZERO, () -> {}).cancel();
        scheduler.every(Duration.ofMillis(1), () -> {}).cancel();
        scheduler.close();
    }

    @Test
    void systemClocksAdvanceAndParkingEnds() {
        TimeSource time = TimeSource.system();
        long before = time.nanoTime();
        time.parkNanos(1_000);

        assertThat(time.nanoTime() - before).isPositive();
        assertThat(time.now().toEpochMilli()).isPositive();
    }

    private static @Nullable String take(BlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(2, TimeUnit.MINUTES);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
