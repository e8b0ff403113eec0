package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.FIXED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.testing.CapturedLog;
import io.leafid.time.TimeSource;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** How a lease is given back: what is waited for and for how long, and what is left behind. */
class LeaseReturnTest {

    private final LeaseScene scene = new LeaseScene();
    private final InMemoryLocalMark disk = new InMemoryLocalMark();

    @Test
    void endLeavesNoTaskAndNoThreadBehind() {
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        assertThat(scene.time().plannedTasks()).isEqualTo(1);

        node.keeper().stop(node.now(), LeasedNode.STOP_TIMEOUT);
        assertThat(scene.time().plannedTasks())
                .as("no report is due while stopped")
                .isZero();
        assertThat(node.registryThread().isShutdown()).isFalse();

        node.stop(node.now());
        assertThat(node.registryThread().isShutdown()).isTrue();
        assertThat(node.diskThread().isShutdown()).isTrue();
    }

    /** As where nothing has asked for ids: what might have been issued counts as used. */
    @Test
    void endWithoutAGeneratorGivesBackWhatIsNotMarked() {
        LeasedNode node = scene.pooled(A, disk).start();
        long usable = node.window().ceilingMillis();

        node.keeper().close();

        assertThat(scene.registry().ceilingOf(0)).isEqualTo(usable);
        assertThat(disk.isLocked()).isFalse();
        assertThat(node.registryThread().isShutdown()).isTrue();
    }

    @Test
    void leaseThatWasTakenAfterTheEndIsReleased() {
        LeasedNode node = scene.pooled(A, disk);
        node.stop(0);

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(node::start);

        assertThat(scene.registry().ceilingOf(0)).as("nothing of it was used").isLessThanOrEqualTo(node.now());
    }

    /** There is nothing to release: the registry does not know of it. */
    @Test
    void leaseThatWasTakenFromTheMarkAfterTheEndIsForgotten() {
        scene.fixed(A, FIXED, disk).start().crash();
        LeasedNode node = scene.fixed(A, FIXED, disk);
        node.stop(0);
        node.holder().connected(false);

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(node::start);
    }

    @Test
    void registryThatDoesNotAnswerIsNotWaitedForLongerThanAllowed() {
        Keeper keeper = new Keeper();
        keeper.registry.isHanging = true;

        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            keeper.keeper.close(keeper.time.currentTimeMillis(), Duration.ofSeconds(7));

            assertThat(log.warnings()).singleElement().asString().startsWith("the lease could not be given back");
        }
        assertThat(keeper.registry.waited)
                .as("for the release, and for the end of the session")
                .containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7));
        assertThat(keeper.mark.isLocked()).as("the disk does answer").isFalse();
        assertThat(keeper.isTimerClosed).isTrue();
    }

    /** It may yet tell of another owner. */
    @Test
    void registryThatHasFailedIsWaitedForWithHalfTheTime() {
        Keeper keeper = new Keeper();
        keeper.holder.connected(false);
        scene.seconds(3);
        keeper.registry.isHanging = true;

        keeper.keeper.close(keeper.time.currentTimeMillis(), Duration.ofSeconds(8));

        assertThat(keeper.registry.waited).containsExactly(Duration.ofSeconds(4), Duration.ofSeconds(8));
        assertThat(keeper.mark.isLocked()).isFalse();
    }

    @Test
    void timeThatTheDiskTakesIsNotAddedToThatOfTheRegistry() {
        Keeper keeper = new Keeper();
        keeper.registry.isHanging = true;
        keeper.disk.takes = Duration.ofSeconds(2);

        keeper.keeper.close(keeper.time.currentTimeMillis(), Duration.ofSeconds(7));

        assertThat(keeper.registry.waited).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(3));
    }

    /** A generator without an id says the epoch, and the time below the floor may be a former owner's. */
    @Test
    void endOfARunWithoutAnIdGivesBackNothingBelowItsFloor() {
        LeasedNode former = scene.fixed(A, FIXED, null).start();
        long floor = former.now() + 5_000;
        former.stop(floor);
        LeasedNode node = scene.fixed(A, FIXED, disk).start();
        assertThat(node.window().floorMillis()).isEqualTo(floor);

        node.stop(SnowflakeLayout.DEFAULT.epochMillis());

        assertThat(scene.registry().ceilingOf(0)).isEqualTo(floor);
        assertThat(disk.mark().markMillis()).isEqualTo(floor);
    }

    @Test
    void orderlyEndIsNotComplainedOf() {
        Keeper keeper = new Keeper();

        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            keeper.keeper.close(keeper.time.currentTimeMillis(), Duration.ofSeconds(7));

            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void diskThatFailsIsComplainedOfAndNothingIsReleased() {
        Keeper keeper = new Keeper();
        long ceiling = scene.registry().ceilingOf(0);
        keeper.mark.full(true);

        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            keeper.keeper.close(keeper.time.currentTimeMillis(), Duration.ofSeconds(7));

            assertThat(log.warnings()).hasSize(1);
        }
        assertThat(scene.registry().ceilingOf(0)).isEqualTo(ceiling);
    }

    /** A start without the registry would go on with what such a mark reserves, while the release may have let another owner have it. */
    @Test
    void markBehindAReleaseThatFailedReservesNothingThoughTheClockGoesOn() {
        InMemoryWorkerIdRegistry.Holder holder = scene.registry().fixed(A, scene.time());
        TimeSource time = new TickingTime(scene.time());
        LeaseKeeper keeper = new LeaseKeeper(
                holder,
                disk,
                new LeaseTerms(A, new WorkerIdRange(0, 7), SnowflakeLayout.DEFAULT, FIXED),
                time,
                new KeeperThreads(scene.time(), new ManualExecutor(), new ManualExecutor()),
                event -> {});
        keeper.start();
        holder.loseReplies();

        keeper.close(time.currentTimeMillis(), Duration.ofSeconds(7));

        assertThat(disk.mark().ceilingMillis()).isEqualTo(disk.mark().markMillis());
    }

    @Test
    void restartWaitsForWhatIsUnderWayAsLongAsForAFloor() {
        Keeper keeper = new Keeper();
        keeper.keeper.stop(keeper.time.currentTimeMillis(), Duration.ofSeconds(7));
        keeper.registry.waited.clear();
        keeper.registry.isHanging = true;

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(keeper.keeper::restart)
                .withMessageContaining("still under way");
        assertThat(keeper.registry.waited).containsExactly(FIXED.maxWait());

        keeper.registry.isHanging = false;
        keeper.disk.isHanging = true;
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class).isThrownBy(keeper.keeper::restart);

        keeper.disk.isHanging = false;
        keeper.keeper.restart();
        assertThat(keeper.keeper.status().state()).isEqualTo(LeaseStatus.State.HELD);
    }

    @Test
    void interruptEndsTheWaitAndStaysSet() {
        Keeper keeper = new Keeper();
        keeper.registry.isHanging = true;
        keeper.disk.isInterrupted = true;
        keeper.keeper.close(keeper.time.currentTimeMillis(), Duration.ofSeconds(7));

        assertThat(Thread.interrupted()).isTrue();
    }

    /** A keeper that holds worker id 0, on threads that say how long they were waited for. */
    private final class Keeper {

        private final ManualTime time = scene.time();
        private final InMemoryWorkerIdRegistry.Holder holder = scene.registry().fixed(A, time);
        private final InMemoryLocalMark mark = LeaseReturnTest.this.disk;
        private final WaitedFor registry = new WaitedFor(time);
        private final WaitedFor disk = new WaitedFor(time);
        private boolean isTimerClosed;
        private final LeaseKeeper keeper = new LeaseKeeper(
                holder,
                mark,
                new LeaseTerms(A, new WorkerIdRange(0, 7), SnowflakeLayout.DEFAULT, FIXED),
                time,
                new KeeperThreads(new Timer(), registry, disk),
                event -> {});

        Keeper() {
            keeper.start();
        }

        /** The common time line, closed by the keeper. */
        private final class Timer implements io.leafid.time.Scheduler {

            @Override
            public Task after(Duration delay, Runnable action) {
                return time.after(delay, action);
            }

            @Override
            public Task every(Duration pause, Runnable action) {
                return time.every(pause, action);
            }

            @Override
            public void close() {
                isTimerClosed = true;
            }
        }
    }

    /** A wall clock that is a millisecond further at each reading. */
    private static final class TickingTime implements TimeSource {

        private final TimeSource time;
        private long readings;

        TickingTime(TimeSource time) {
            this.time = time;
        }

        @Override
        public long currentTimeMillis() {
            return time.currentTimeMillis() + readings++;
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

    /** An executor that notes how long its answers were waited for, and gives none while it hangs. */
    private static final class WaitedFor extends AbstractExecutorService {

        private final ManualExecutor thread = new ManualExecutor();
        private final ManualTime time;
        private final List<Duration> waited = new ArrayList<>();
        private Duration takes = Duration.ZERO;
        private boolean isHanging;
        private boolean isInterrupted;

        WaitedFor(ManualTime time) {
            this.time = time;
        }

        @Override
        public Future<?> submit(Runnable action) {
            FutureTask<?> answer = new FutureTask<Boolean>(action, true) {
                @Override
                public Boolean get(long timeout, TimeUnit unit)
                        throws InterruptedException, TimeoutException, ExecutionException {
                    waited.add(Duration.ofNanos(unit.toNanos(timeout)));
                    time.parkNanos(takes.toNanos());
                    if (isInterrupted) {
                        throw new InterruptedException();
                    }
                    if (isHanging) {
                        throw new TimeoutException();
                    }
                    return super.get(timeout, unit);
                }
            };
            if (!isHanging) {
                thread.execute(answer);
            }
            return answer;
        }

        @Override
        public void execute(Runnable action) {
            thread.execute(action);
        }

        @Override
        public void shutdown() {
            thread.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return thread.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return thread.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return thread.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return thread.awaitTermination(timeout, unit);
        }
    }
}
