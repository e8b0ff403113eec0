package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.leafid.test.time.ShiftedTime;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

class RecyclingZooKeeperHolderTest extends ZooKeeperHolderContract {

    private static final WorkerIdRange ALL = new WorkerIdRange(0, 1023);

    @Override
    WorkerIdHolder newHolder(CuratorFramework client, NodeIdentity identity, TimeSource clock) {
        return new RecyclingZooKeeperHolder(client, namespace, identity, clock);
    }

    @Test
    void everyWorkerIdOfTheRangeIsTakenAndNoneBeyond() {
        WorkerIdRange three = new WorkerIdRange(5, 7);

        List<Integer> taken = IntStream.range(0, 3)
                .mapToObj(i ->
                        open(node(i)).acquire(request(node(i)).within(three)).workerId())
                .toList();

        assertThat(taken).containsExactlyInAnyOrder(5, 6, 7);
        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(3)).acquire(request(node(3)).within(three)))
                .withMessageContaining(
                        "the next becomes free when a node of this mode shuts down gracefully; if the owner of ");
    }

    @Test
    void workerIdsBeyondTheLayoutAreNotTaken() {
        WorkerIdRange beyond = new WorkerIdRange(1023, 2000);
        assertThat(open(node(0)).acquire(request(node(0)).within(beyond)).workerId())
                .isEqualTo(1023);

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).within(beyond)));
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).within(new WorkerIdRange(1024, 2000))))
                .withMessageContaining("1023");
    }

    @Test
    void formerWorkerIdIsTakenAgain() {
        WorkerIdHolder first = open(node(0));
        WorkerIdHolder second = open(node(1));
        WorkerIdLease ofFirst = first.acquire(request(node(0)));
        WorkerIdLease ofSecond = second.acquire(request(node(1)));
        first.release(ofFirst, time.currentTimeMillis());
        second.release(ofSecond, time.currentTimeMillis());

        assertThat(open(node(1)).acquire(request(node(1))).workerId()).isEqualTo(ofSecond.workerId());
    }

    @Test
    void workerIdOfAKilledNodeIsTakenAfterItsCeilingAndNotBefore() {
        WorkerIdRange one = new WorkerIdRange(3, 3);
        WorkerIdHolder killed = open(node(0));
        WorkerIdLease former = killed.acquire(request(node(0)).within(one));
        WorkerIdLease extended = killed.extend(former, former.ceilingMillis() + 600_000, former.token());
        crash(killed, node(0));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(request(node(1)).within(one)))
                .withMessageContaining("the first becomes free at " + Instant.ofEpochMilli(extended.ceilingMillis()));
        time.shift(Duration.ofSeconds(611));
        WorkerIdLease lease = open(node(1)).acquire(request(node(1)).within(one));

        assertThat(lease.workerId()).isEqualTo(3);
        assertThat(lease.floorMillis()).isEqualTo(extended.ceilingMillis());
    }

    @Test
    void nodeWhoseClockIsAnHourAheadTakesNothingFromTheLiving() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdHolder living = open(node(0));
        WorkerIdLease lease = living.acquire(request(node(0)).within(one));
        ShiftedTime ahead = new ShiftedTime();
        ahead.shift(Duration.ofHours(1));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1), ahead)
                        .acquire(request(node(1)).within(one).by(ahead)));
        assertThat(living.extend(lease, lease.ceilingMillis() + 1_000, lease.token()))
                .isNotNull();
    }

    @Test
    void workerIdThatWasUsedAheadOfTheClockIsPassedOver() {
        WorkerIdHolder ahead = open(node(0));
        WorkerIdLease lease = ahead.acquire(request(node(0)));
        ahead.release(lease, time.currentTimeMillis() + 3_600_000);

        WorkerIdLease ofOther = open(node(1)).acquire(request(node(1)));
        WorkerIdLease next = open(node(0)).acquire(request(node(0)));
        assertThat(List.of(ofOther.workerId(), next.workerId()))
                .as("not even its own")
                .doesNotContain(lease.workerId())
                .doesNotHaveDuplicates();
    }

    @Test
    void recycledWorkerIdBeginsAboveTheFormerOwnersTime() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdHolder first = open(node(0));
        WorkerIdLease lease = first.acquire(request(node(0)).within(one));
        long ahead = time.currentTimeMillis() + 4_000;
        first.release(lease, ahead);

        assertThat(open(node(1)).acquire(request(node(1)).within(one)).floorMillis())
                .isEqualTo(ahead);
    }

    @Test
    void unreadableLeaseIsPassedOverAndListed() throws Exception {
        write(namespace.leases() + "/0", "nonsense");
        write(namespace.leases() + "/x", "nonsense");

        WorkerIdHolder holder = open(node(0));
        assertThat(holder.acquire(request(node(0)).within(new WorkerIdRange(0, 1)))
                        .workerId())
                .isEqualTo(1);
        assertThat(entry(holder, 0).owner()).contains("unreadable").contains(namespace.leases() + "/0");
        assertThat(entry(holder, 0).ceiling()).isNull();
    }

    /** The first time the lease is created, later it is rewritten. */
    @Test
    void oneOfTwoWhoRaceForTheLastWorkerIdGetsItAndTheOtherHearsThatItIsTaken() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 10; round++) {
                CyclicBarrier together = new CyclicBarrier(2);
                Set<WorkerIdHolder> winners = ConcurrentHashMap.newKeySet();
                List<Future<String>> racers = threads.invokeAll(List.of(
                        racer(node(2 * round), together, winners), racer(node(2 * round + 1), together, winners)));

                assertThat(List.of(racers.get(0).get(), racers.get(1).get()))
                        .containsExactlyInAnyOrder("has it", "hears that it is taken");
                winners.forEach(WorkerIdHolder::close);
                time.shift(Duration.ofMinutes(1));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Callable<String> racer(NodeIdentity identity, CyclicBarrier together, Set<WorkerIdHolder> winners) {
        return () -> {
            WorkerIdHolder holder = new RecyclingZooKeeperHolder(operator, namespace, identity, time);
            together.await();
            try {
                holder.acquire(request(identity).within(new WorkerIdRange(0, 0)));
                winners.add(holder);
                return "has it";
            } catch (WorkerIdException.Exhausted ex) {
                return "hears that it is taken";
            }
        };
    }

    @Test
    void manyStartsAndCleanStopsDoNotUseUpARangeOfEight() {
        WorkerIdRange eight = new WorkerIdRange(0, 7);
        for (int start = 0; start < 300; start++) {
            NodeIdentity identity = new NodeIdentity("10.1." + start / 256 + "." + start % 256, 8080);
            WorkerIdHolder holder = new RecyclingZooKeeperHolder(operator, namespace, identity, time);
            WorkerIdLease lease = holder.acquire(request(identity).within(eight));
            assertThat(eight.contains(lease.workerId())).isTrue();
            holder.release(lease, Math.max(lease.floorMillis(), time.currentTimeMillis()));
            holder.close();
        }
        assertThat(open(node(0)).list()).as("nothing is left behind").hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void workerIdsThatTheForkUsesAreLeftAloneAndItsTreeAsItIs() throws Exception {
        String inUse = namespace.base() + "/recycle/inuse/workId:";
        String payload = "{\"workId\":%d,\"lastUsedIp\":\"10.9.9.9\",\"lastUsedPort\":\"80\",\"lastUsedTimestamp\":%s}";
        write(inUse + 0, payload.formatted(0, time.currentTimeMillis()));
        write(inUse + 1, payload.formatted(1, "null"));
        write(namespace.base() + "/recycle/notuse/workId:3", payload.formatted(3, "null"));

        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)).within(new WorkerIdRange(0, 2)));

        assertThat(lease.workerId()).isEqualTo(2);
        assertThat(holder.list()).extracting(WorkerIdEntry::workerId).containsExactly(0, 1, 2);
        assertThat(entry(holder, 0).owner()).isEqualTo("10.9.9.9:80");
        assertThat(operator.getChildren().forPath(namespace.base() + "/recycle/inuse"))
                .hasSize(2);
        assertThat(operator.getChildren().forPath(namespace.base() + "/recycle/notuse"))
                .hasSize(1);
    }

    @Test
    void startIsRefusedWhoseWorkerIdsTheForkHandsOut() throws Exception {
        for (int workerId : new int[] {2, 4, 5, 6, 9, 1024}) {
            write(namespace.base() + "/recycle/notuse/workId:" + workerId, "{}");
        }
        WorkerIdHolder holder = open(node(0));

        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> holder.acquire(request(node(0)).within(new WorkerIdRange(4, 1023))))
                .withMessage(("nodes of the fork may take 4 of the worker ids 4-1023, since they are children of"
                                + " %1$s/notuse: 4-6, 9; delete these children, or %1$s as a whole once the last node of"
                                + " the fork has stopped")
                        .formatted(namespace.base() + "/recycle"));
        assertThat(operator.checkExists().forPath(namespace.base() + "/layout"))
                .as("nothing was written")
                .isNull();
        assertThat(holder.acquire(request(node(0)).within(new WorkerIdRange(10, 20)))
                        .workerId())
                .isBetween(10, 20);
    }

    @Test
    void listSaysWhoseEachWorkerIdIsAndWhetherItStillReports() throws Exception {
        long now = time.currentTimeMillis();
        OriginalNode original = new OriginalNode(operator, namespace, "10.9.9.1", 80);
        original.start(now);
        original.report(now);
        write(
                namespace.base() + "/recycle/inuse/workId:7",
                "{\"workId\":7,\"lastUsedIp\":\"10.9.9.9\",\"lastUsedPort\":\"80\",\"lastUsedTimestamp\":%d}"
                        .formatted(now));
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease lease = holder.acquire(request(node(0)).within(new WorkerIdRange(20, 20)));

        assertThat(holder.list())
                .extracting(WorkerIdEntry::workerId, WorkerIdEntry::writer, WorkerIdEntry::live)
                .containsExactly(
                        tuple(0, WorkerIdEntry.Writer.ORIGINAL, true),
                        tuple(7, WorkerIdEntry.Writer.FORK, true),
                        tuple(lease.workerId(), WorkerIdEntry.Writer.LEAF, true));
    }

    @Test
    void workerIdsThatAreFixedForOthersAreLeftAlone() throws Exception {
        new OriginalNode(operator, namespace, "10.9.9.1", 80).start(time.currentTimeMillis());
        new OriginalNode(operator, namespace, "10.9.9.2", 80).start(time.currentTimeMillis());

        assertThat(open(node(0))
                        .acquire(request(node(0)).within(new WorkerIdRange(0, 2)))
                        .workerId())
                .isEqualTo(2);
    }

    /** The way there is in most cases: the worker id that is guessed first is the one that another uses. */
    @Test
    void guessThatAnOriginalOrTheForkUsesIsGivenUp() throws Exception {
        int guess = open(node(5)).acquire(request(node(5))).workerId();
        for (int other = 0; other < 2; other++) {
            NodeIdentity self = node(5);
            operator.delete().deletingChildrenIfNeeded().forPath(namespace.base());
            String taken = (other == 0)
                    ? namespace.forever() + "/10.9.9.1:80-%010d".formatted(guess)
                    : namespace.forkInUse() + "/workId:" + guess;
            write(taken, "{\"timestamp\":" + time.currentTimeMillis() + ",\"workId\":" + guess + "}");

            RecyclingZooKeeperHolder holder = new RecyclingZooKeeperHolder(operator, namespace, self, time);
            assertThat(holder.acquire(request(self)).workerId()).as(taken).isNotEqualTo(guess);
        }
    }

    /** One read of all leases costs a packet each: 1 000 nodes that start together would send a million. */
    @Test
    void startCostsTheSameHoweverManyNodesThereAre() {
        start(0, 10);
        double beside10 = packetsOfAStart(10);
        start(30, 500);
        double beside500 = packetsOfAStart(500);

        assertThat(beside500).as("beside 10: %.1f", beside10).isLessThan(beside10 + 12);
        assertThat(beside10).isLessThan(60);
    }

    private void start(int first, int end) {
        for (int i = first; i < end; i++) {
            new RecyclingZooKeeperHolder(operator, namespace, ofMany(i), time)
                    .acquire(request(ofMany(i)).within(ALL));
        }
    }

    private static NodeIdentity ofMany(int number) {
        return new NodeIdentity("10.7." + number / 250 + "." + number % 250, 8080);
    }

    /** On average over twenty starts, with the comparison of clocks. */
    private double packetsOfAStart(int number) {
        long before = server.link().requests();
        for (int i = number; i < number + 20; i++) {
            WorkerIdHolder holder = new RecyclingZooKeeperHolder(operator, namespace, ofMany(i), time);
            holder.clockReadings(Duration.ofMinutes(1));
            holder.acquire(request(ofMany(i)).within(ALL));
        }
        return (server.link().requests() - before) / 20.0;
    }

    @Test
    void nearlyFullRangeIsFilledToTheLastWorkerId() {
        WorkerIdRange sixtyFour = new WorkerIdRange(100, 163);
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            taken.add(new RecyclingZooKeeperHolder(operator, namespace, ofMany(i), time)
                    .acquire(request(ofMany(i)).within(sixtyFour))
                    .workerId());
        }
        assertThat(taken).hasSize(64);
        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(0)).acquire(request(node(0)).within(sixtyFour)));
    }
}
