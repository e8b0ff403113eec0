package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.ShiftedTime;
import io.leafid.workerid.WorkerIdClaim;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
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

    @Override
    WorkerIdHolder newHolder(CuratorFramework client, NodeIdentity identity, TimeSource clock) {
        return new RecyclingZooKeeperHolder(client, namespace, identity, clock);
    }

    @Test
    void lowestFreeWorkerIdIsTakenAndNoneBeyondTheRange() {
        WorkerIdRange three = new WorkerIdRange(5, 7);

        List<Integer> taken = IntStream.range(0, 3)
                .mapToObj(i ->
                        open(node(i)).acquire(within(three, request(node(i)))).workerId())
                .toList();

        assertThat(taken).containsExactly(5, 6, 7);
        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(3)).acquire(within(three, request(node(3)))));
    }

    @Test
    void workerIdsBeyondTheLayoutAreNotTaken() {
        WorkerIdRange beyond = new WorkerIdRange(1023, 2000);
        assertThat(open(node(0)).acquire(within(beyond, request(node(0)))).workerId())
                .isEqualTo(1023);

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(within(beyond, request(node(1)))));
        assertThatExceptionOfType(WorkerIdException.BadAssignment.class)
                .isThrownBy(() -> open(node(1)).acquire(within(new WorkerIdRange(1024, 2000), request(node(1)))))
                .withMessageContaining("1023");
    }

    @Test
    void formerWorkerIdIsPreferredToALowerFreeOne() {
        WorkerIdHolder first = open(node(0));
        WorkerIdHolder second = open(node(1));
        WorkerIdClaim ofFirst = first.acquire(request(node(0)));
        WorkerIdClaim ofSecond = second.acquire(request(node(1)));
        first.release(ofFirst, time.currentTimeMillis());
        second.release(ofSecond, time.currentTimeMillis());

        assertThat(open(node(1)).acquire(request(node(1))).workerId()).isEqualTo(ofSecond.workerId());
    }

    @Test
    void workerIdOfAKilledNodeIsTakenAfterItsCeilingAndNotBefore() {
        WorkerIdRange one = new WorkerIdRange(3, 3);
        WorkerIdHolder killed = open(node(0));
        WorkerIdClaim former = killed.acquire(within(one, request(node(0))));
        WorkerIdClaim extended = killed.extend(former, former.ceilingMillis() + 600_000, former.token());
        crash(killed, node(0));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1)).acquire(within(one, request(node(1)))));
        time.shift(Duration.ofSeconds(611));
        WorkerIdClaim claim = open(node(1)).acquire(within(one, request(node(1))));

        assertThat(claim.workerId()).isEqualTo(3);
        assertThat(claim.floorMillis()).isEqualTo(extended.ceilingMillis());
    }

    @Test
    void nodeWhoseClockIsAnHourAheadTakesNothingFromTheLiving() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdHolder living = open(node(0));
        WorkerIdClaim claim = living.acquire(within(one, request(node(0))));
        ShiftedTime ahead = new ShiftedTime();
        ahead.shift(Duration.ofHours(1));

        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> open(node(1), ahead).acquire(by(ahead, within(one, request(node(1))))));
        assertThat(living.extend(claim, claim.ceilingMillis() + 1_000, claim.token()))
                .isNotNull();
    }

    @Test
    void workerIdThatWasUsedAheadOfTheClockIsPassedOver() {
        WorkerIdHolder ahead = open(node(0));
        WorkerIdClaim claim = ahead.acquire(request(node(0)));
        ahead.release(claim, time.currentTimeMillis() + 3_600_000);

        assertThat(open(node(1)).acquire(request(node(1))).workerId()).isEqualTo(1);
        assertThat(open(node(0)).acquire(request(node(0))).workerId())
                .as("not even its own")
                .isEqualTo(2);
    }

    @Test
    void recycledWorkerIdBeginsAboveTheFormerOwnersTime() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdHolder first = open(node(0));
        WorkerIdClaim claim = first.acquire(within(one, request(node(0))));
        long ahead = time.currentTimeMillis() + 4_000;
        first.release(claim, ahead);

        assertThat(open(node(1)).acquire(within(one, request(node(1)))).floorMillis())
                .isEqualTo(ahead);
    }

    @Test
    void unreadableLeaseIsPassedOverAndListed() throws Exception {
        write(namespace.leases() + "/0", "nonsense");
        write(namespace.leases() + "/x", "nonsense");

        WorkerIdHolder holder = open(node(0));
        assertThat(holder.acquire(request(node(0))).workerId()).isEqualTo(1);
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
                holder.acquire(within(new WorkerIdRange(0, 0), request(identity)));
                winners.add(holder);
                return "has it";
            } catch (WorkerIdException.Exhausted ex) {
                return "hears that it is taken";
            }
        };
    }

    @Test
    void elevenHundredStartsAndCleanStopsDoNotUseUpARangeOfEight() {
        WorkerIdRange eight = new WorkerIdRange(0, 7);
        for (int start = 0; start < 1_100; start++) {
            NodeIdentity identity = new NodeIdentity("10.1." + start / 256 + "." + start % 256, 8080);
            WorkerIdHolder holder = new RecyclingZooKeeperHolder(operator, namespace, identity, time);
            WorkerIdClaim claim = holder.acquire(within(eight, request(identity)));
            assertThat(eight.contains(claim.workerId())).isTrue();
            holder.release(claim, Math.max(claim.floorMillis(), time.currentTimeMillis()));
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
        write(namespace.base() + "/recycle/notuse/workId:2", payload.formatted(2, "null"));

        WorkerIdHolder holder = open(node(0));
        WorkerIdClaim claim = holder.acquire(request(node(0)));

        assertThat(claim.workerId()).isEqualTo(2);
        assertThat(holder.list()).extracting(WorkerIdEntry::workerId).containsExactly(0, 1, 2);
        assertThat(entry(holder, 0).owner()).isEqualTo("10.9.9.9:80");
        assertThat(operator.getChildren().forPath(namespace.base() + "/recycle/inuse"))
                .hasSize(2);
        assertThat(operator.getChildren().forPath(namespace.base() + "/recycle/notuse"))
                .hasSize(1);
    }

    @Test
    void workerIdsThatAreFixedForOthersAreLeftAlone() throws Exception {
        new OriginalNode(operator, namespace, "10.9.9.1", 80).start(time.currentTimeMillis());
        new OriginalNode(operator, namespace, "10.9.9.2", 80).start(time.currentTimeMillis());

        assertThat(open(node(0)).acquire(request(node(0))).workerId()).isEqualTo(2);
    }
}
