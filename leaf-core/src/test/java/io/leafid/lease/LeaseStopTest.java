package io.leafid.lease;

import static io.leafid.lease.LeaseScene.A;
import static io.leafid.lease.LeaseScene.B;
import static io.leafid.lease.LeaseScene.FIXED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.testing.CapturedLog;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The stop of a run that goes on from its mark, while the registry is about to answer the first extension. */
class LeaseStopTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);

    private final LeaseScene scene = new LeaseScene(ONE);
    private final InMemoryLocalMark disk = new InMemoryLocalMark();
    private final InMemoryWorkerIdRegistry.Holder holder = scene.registry().fixed(A, scene.time());
    private final CountDownLatch underWay = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final ThreadPoolExecutor registry =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private final ExecutorService ownDisk = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        answer.countDown();
        registry.shutdownNow();
        ownDisk.shutdownNow();
    }

    private void answerLate() {
        underWay.countDown();
        assertThat(awaitAnswer()).isTrue();
    }

    private boolean awaitAnswer() {
        try {
            return answer.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            return false;
        }
    }

    /** Starts from the mark alone. */
    private LeaseKeeper startedAlone() throws Exception {
        LeaseKeeper keeper = new LeaseKeeper(
                holder,
                disk.reopened(),
                new LeaseTerms(A, ONE, SnowflakeLayout.DEFAULT, FIXED),
                scene.time(),
                new KeeperThreads(scene.time(), registry, ownDisk),
                event -> {});
        scene.fixed(A, FIXED, disk).start().crash();
        disk.reopened();
        holder.connected(false);
        keeper.start();
        registry.submit(() -> {}).get(); // the reports that were due meanwhile
        assertThat(keeper.status().state()).isEqualTo(LeaseStatus.State.LOCAL);
        return keeper;
    }

    /** Stops it; the registry answers once the stop waits for it. */
    private void stopDuringAnExtension(LeaseKeeper keeper) throws Exception {
        holder.connected(true);
        scene.seconds(3);
        assertThat(underWay.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        long now = scene.time().currentTimeMillis();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> keeper.close(now, TIMEOUT));
        await().until(() -> !registry.getQueue().isEmpty());
        answer.countDown();
        stop.join();
        assertThat(disk.isLocked()).isFalse();
    }

    /** Its successor has the host, the port and the worker id. */
    @Test
    void lossThatIsHeardDuringTheStopIsMarked() throws Exception {
        LeaseKeeper keeper = startedAlone();
        scene.registry().giveTo(B, 0, scene.registry().ceilingOf(0));
        holder.interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void before() {
                answerLate();
            }
        });
        stopDuringAnExtension(keeper);

        LeasedNode alone = scene.fixed(A, FIXED, disk);
        alone.holder().connected(false);
        assertThatExceptionOfType(WorkerIdException.UnprovenMark.class)
                .isThrownBy(alone::start)
                .withMessageContaining("another process has taken worker id 0");
    }

    @Test
    void extensionThatIsConfirmedDuringTheStopIsGivenBack() throws Exception {
        LeaseKeeper keeper = startedAlone();
        holder.interfere(new InMemoryWorkerIdRegistry.Interference() {
            @Override
            public void after() {
                holder.interfere(InMemoryWorkerIdRegistry.Interference.NONE);
                answerLate();
            }
        });
        try (CapturedLog log = new CapturedLog("io.leafid.lease")) {
            stopDuringAnExtension(keeper);
            assertThat(log.warnings()).isEmpty();
        }

        long stopped = scene.time().currentTimeMillis();
        LeasedNode next = scene.fixed(A, FIXED, disk).start();
        assertThat(next.now()).as("it waits for nothing").isEqualTo(stopped);
        assertThat(next.canIssue()).isTrue();
    }
}
