package io.leafid.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(300)
class LeafThreadsTest {

    private final ExecutorService pool = LeafThreads.pool("test-pool", 3);
    private final ExecutorService ready = LeafThreads.readyPool("test-ready", 3);
    private final Scheduler scheduler = LeafThreads.scheduler("test-timer");

    @AfterEach
    void end() throws InterruptedException {
        pool.shutdownNow();
        ready.shutdownNow();
        scheduler.close();
        // else a thread of it is taken for an idle one of the next test
        assertThat(ready.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
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

    @Test
    void aReadyPoolHasAThreadBeforeItIsNeededAndUsesAnIdleOneAgain() throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 20; i++) {
            CountDownLatch done = new CountDownLatch(1);
            awaitIdle(1);
            ready.execute(() -> {
                threads.add(Thread.currentThread());
                done.countDown();
            });
            done.await();
        }

        assertThat(threads).hasSize(1);
    }

    @Test
    void aReadyPoolHasAtMostItsSizeAndLosesNothing() throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch allAtWork = new CountDownLatch(3);
        CountDownLatch done = new CountDownLatch(40_000);
        IntStream.range(0, 4).parallel().forEach(submitter -> {
            for (int i = 0; i < 10_000; i++) {
                ready.execute(() -> {
                    threads.add(Thread.currentThread());
                    allAtWork.countDown();
                    awaitQuietly(allAtWork);
                    done.countDown();
                });
                if (i % 100 == 0) {
                    LockSupport.parkNanos(10_000); // so that threads are idle now and then
                }
            }
        });

        assertThat(done.await(2, TimeUnit.MINUTES)).isTrue();
        assertThat(threads).hasSize(3).allMatch(Thread::isDaemon);
    }

    @Test
    void aReadyPoolThatIsClosedDoesWhatItHasTakenAndRefusesWhatComesLater() throws InterruptedException {
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1_000);
        Thread submitter = new Thread(() -> {
            try {
                while (true) {
                    ready.execute(done::incrementAndGet);
                    taken.incrementAndGet();
                    begun.countDown();
                }
            } catch (RejectedExecutionException ex) {
                begun.countDown();
            }
        });
        submitter.start();
        begun.await();
        ready.shutdown();
        submitter.join();

        assertThat(ready.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        assertThat(done.get()).isEqualTo(taken.get());
    }

    @Test
    void aReadyPoolOutlivesTasksThatThrow() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            ready.execute(() -> {
                throw new IllegalStateException("on purpose");
            });
        }
        ready.execute(done::countDown);

        assertThat(done.await(2, TimeUnit.MINUTES)).isTrue();
    }

    private static void awaitIdle(int count) {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("test-ready-"))
                        .filter(thread -> thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING)
                        .count()
                == count);
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
            throw new OutOfMemoryError("later run");
        });

        assertThat(thrice.await(2, TimeUnit.MINUTES)).isTrue();
    }

    /** What is thrown for want of memory is likely to be thrown again by the line that tells of it. */
    @Test
    void aTaskRunsAgainAlsoWhenItsFailureCannotBeLogged() throws InterruptedException {
        AppenderBase<ILoggingEvent> full = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                throw new OutOfMemoryError("of the log");
            }
        };
        Logger logger = (Logger) LoggerFactory.getLogger(LeafThreads.class);
        full.start();
        logger.addAppender(full);
        CountDownLatch thrice = new CountDownLatch(3);
        try {
            scheduler.every(Duration.ofMillis(1), () -> {
                thrice.countDown();
                throw new OutOfMemoryError("of the task");
            });

            assertThat(thrice.await(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            logger.detachAppender(full);
        }
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
