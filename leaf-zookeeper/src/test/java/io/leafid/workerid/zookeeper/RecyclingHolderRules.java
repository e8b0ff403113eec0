package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.json.JsonObject;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Rules of {@code zk_recycle} that need no waiting. */
abstract class RecyclingHolderRules extends HolderRules {

    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);

    RecyclingHolderRules(Function<ManualTime, Sessions> registry) {
        super(registry);
    }

    @Override
    ZooKeeperHolder holder(ZkNodes session, NodeIdentity identity) {
        return new RecyclingZooKeeperHolder(session, namespace, identity, time, new Random());
    }

    private int guess(NodeIdentity identity) {
        return new GuessedWorkerIds(request(identity, ALL), ALL)
                .former()
                .iterator()
                .next();
    }

    @Test
    void everyWorkerIdOfTheRangeIsTakenAndNoneBeyond() {
        WorkerIdRange three = new WorkerIdRange(5, 7);
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            taken.add(acquire(node(i), three).workerId());
        }

        assertThat(taken).containsExactlyInAnyOrder(5, 6, 7);
        assertThatExceptionOfType(WorkerIdException.Exhausted.class)
                .isThrownBy(() -> acquire(node(3), three))
                .withMessageContaining("the next becomes free when a node of this mode shuts down gracefully");
    }

    /** It is what makes a start cost the same however many nodes there are. */
    @Test
    void freeGuessIsTakenWithoutReadingWhatAllAreLeasedFor() {
        leaseToOther((guess(node(0)) + 1) % 1024, Duration.ofHours(1));
        WatchedNodes watched = new WatchedNodes(sessions.open());

        assertThat(acquire(holder(watched, node(0)), ALL).workerId()).isEqualTo(guess(node(0)));
        assertThat(watched.readInFull).isEmpty();
    }

    @Test
    void whereTheGuessIsLeasedAnUnusedOneIsDrawnWithoutReadingAll() {
        int guess = guess(node(0));
        leaseToOther(guess, Duration.ofHours(1));
        WatchedNodes watched = new WatchedNodes(sessions.open());

        assertThat(acquire(holder(watched, node(0)), ALL).workerId()).isNotEqualTo(guess);
        assertThat(watched.readInFull).isEmpty();
    }

    @Test
    void whereAllWereLeasedThoseThatWereGivenBackAreDrawnWithoutReadingAll() {
        WorkerIdRange two = new WorkerIdRange(0, 1);
        int guess = new GuessedWorkerIds(request(node(0), two), two)
                .former()
                .iterator()
                .next();
        leaseToOther(guess, Duration.ofHours(1));
        write(lease(1 - guess), LeaseNode.released(node(7).toString(), "other", time.currentTimeMillis() - 1));
        WatchedNodes watched = new WatchedNodes(sessions.open());

        assertThat(acquire(holder(watched, node(0)), two).workerId()).isEqualTo(1 - guess);
        assertThat(watched.readInFull).isEmpty();
    }

    @Test
    void reservationThatEndsSoonIsFoundByReadingAllAndWaitedFor() {
        leaseToOther(0, Duration.ofSeconds(3));
        WatchedNodes watched = new WatchedNodes(sessions.open());

        WorkerIdLease lease = acquire(holder(watched, node(0)), new WorkerIdRange(0, 0));

        assertThat(lease.floorMillis()).isEqualTo(time.currentTimeMillis() + 3_000);
        assertThat(watched.readInFull).contains(namespace.leases());
    }

    @Test
    void workerIdOfARunningOwnerIsNotTakenThoughItsReservationIsOver() {
        WorkerIdRange one = new WorkerIdRange(0, 0);
        WorkerIdLease lease = acquire(node(0), one);
        time.advance(Duration.ofHours(1));

        assertThat(time.currentTimeMillis()).isGreaterThan(lease.ceilingMillis());
        assertThatExceptionOfType(WorkerIdException.Exhausted.class).isThrownBy(() -> acquire(node(1), one));
    }

    /** The worker ids of originals and of the fork, which have reported just now, by their names. */
    @Test
    void workerIdsThatOthersUseAreLeftAlone() {
        int guess = guess(node(0));
        for (int other = 0; other < 2; other++) {
            String taken = (other == 0)
                    ? namespace.forever() + "/10.9.9.1:80-%010d".formatted(guess)
                    : namespace.forkInUse() + "/workId:" + guess;
            write(taken, JsonObject.EMPTY.with("timestamp", 1).with("lastUsedTimestamp", 1));

            ZooKeeperHolder holder = holder(node(0));
            WorkerIdLease lease = acquire(holder, ALL);
            assertThat(lease.workerId()).as(taken).isNotEqualTo(guess);
            holder.release(lease, lease.floorMillis());
            delete(taken);
            delete(lease(lease.workerId()));
        }
        assertThat(acquire(node(0), ALL).workerId()).isEqualTo(guess);
    }

    @Test
    void drawnOnesAreNotThoseThatOthersUse() {
        WorkerIdRange three = new WorkerIdRange(0, 2);
        int guess = new GuessedWorkerIds(request(node(0), three), three)
                .former()
                .iterator()
                .next();
        leaseToOther(guess, Duration.ofHours(1));
        write(namespace.forkInUse() + "/workId:" + (guess + 1) % 3, JsonObject.EMPTY);
        write(namespace.forkInUse() + "/workId:" + (guess + 2) % 3, JsonObject.EMPTY);

        assertThatExceptionOfType(WorkerIdException.Exhausted.class).isThrownBy(() -> acquire(node(0), three));
    }

    @Test
    void secondProcessOfAnIdentityRunsBesideUnderAnotherWorkerId() {
        ZooKeeperHolder first = holder(node(0));
        ZooKeeperHolder second = holder(node(0));
        WorkerIdLease ofFirst = acquire(first, ALL);
        LeaseRequest request = request(node(0), ALL);
        WorkerIdLease ofSecond = enterBesideAReporting(first, ofFirst, second, request);

        assertThat(ofSecond.workerId()).isNotEqualTo(ofFirst.workerId());
        assertThat(entry(second, ofSecond.workerId()).owner()).isEqualTo(node(0) + "~" + request.token());
        assertThat(entry(second, ofSecond.workerId()).self()).isTrue();
        assertThat(entry(second, ofFirst.workerId()).self()).isFalse();
        assertThat(entry(second, ofFirst.workerId()).live()).isTrue();
    }

    /** Lets a process start while one of the same identity runs that reports. */
    abstract WorkerIdLease enterBesideAReporting(
            ZooKeeperHolder running, WorkerIdLease lease, ZooKeeperHolder next, LeaseRequest request);

    @Test
    void candidatesThatAreTakenFasterThanTheyCanBeLeasedAreGivenUpAfterFiveRounds() {
        leaseToOther(0, Duration.ofSeconds(3));
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.beforeCommit = () -> {
            if (isOfLease(watched)) {
                touch(lease(0));
            }
        };

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> acquire(holder(watched, node(0)), new WorkerIdRange(0, 0)))
                .withMessage("the free worker ids of " + namespace + " are taken faster than they can be leased");
        assertThat(watched.readInFull).filteredOn(namespace.leases()::equals).hasSize(5);
    }

    private boolean isOfLease(WatchedNodes watched) {
        return watched.commits.get(watched.commits.size() - 1).get(0).path().equals(lease(0));
    }

    @Test
    void lostRaceForTheLastOneLeadsToAnotherLook() {
        leaseToOther(0, Duration.ofSeconds(3));
        AtomicInteger conflicts = new AtomicInteger(4);
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.beforeCommit = () -> {
            if (isOfLease(watched) && conflicts.getAndDecrement() > 0) {
                touch(lease(0));
            }
        };

        assertThat(acquire(holder(watched, node(0)), new WorkerIdRange(0, 0)).workerId())
                .isZero();
    }

    /** A race that is lost to another owner is no success. */
    @Test
    void guessThatAnotherIsQuickerToTakeIsNotBelievedToBeOurs() {
        int guess = guess(node(0));
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.beforeCommit = () -> {
            String path = watched.commits.get(watched.commits.size() - 1).get(0).path();
            if (path.equals(lease(guess))) {
                leaseToOther(guess, Duration.ofHours(1));
            }
        };

        WorkerIdLease lease = acquire(holder(watched, node(0)), ALL);

        assertThat(lease.workerId()).isNotEqualTo(guess);
        assertThat(data(lease(lease.workerId())).orElseThrow().text("token")).hasValue(lease.token());
    }

    /** Else a standby would wait for the whole reservation of its own attempt. */
    @Test
    void leaseWhoseReplyWasLostIsTakenUpFromItsFloor() {
        leaseToOther(0, Duration.ofSeconds(3));
        ZooKeeperHolder holder = holderThatDoesNotHearThatItHas(0);

        WorkerIdLease lease = acquire(holder, ONE);

        assertThat(lease.floorMillis()).as("that of the other owner").isEqualTo(time.currentTimeMillis() + 3_000);
        assertThat(data(lease(0)).orElseThrow().text("token")).hasValue(lease.token());
    }

    /** The lease of another may have been deleted before, and be used up to its end. */
    @Test
    void leaseWhoseReplyWasLostAndThatReplacedNoneIsWaitedFor() {
        long ceiling = time.currentTimeMillis() + RESERVATION.toMillis();

        assertThat(acquire(holderThatDoesNotHearThatItHas(0), ONE).floorMillis())
                .isEqualTo(ceiling);
    }

    @Test
    void leaseOfAnotherIsNotTakenForTheOneWhoseReplyWasLost() {
        leaseToOther(0, Duration.ofSeconds(3));
        ZooKeeperHolder holder = holderThatDoesNotHearThatItHas(0);
        leaseToOther(0, Duration.ofSeconds(7));

        assertThat(acquire(holder, ONE).floorMillis()).isEqualTo(time.currentTimeMillis() + 7_000);
    }

    private ZooKeeperHolder holderThatDoesNotHearThatItHas(int workerId) {
        WatchedNodes watched = new WatchedNodes(sessions.open());
        watched.unheard =
                changes -> changes.stream().anyMatch(change -> change.path().equals(lease(workerId)));
        ZooKeeperHolder holder = holder(watched, node(0));
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> acquire(holder, new WorkerIdRange(workerId, workerId)));
        watched.unheard = changes -> false;
        return holder;
    }

    @Test
    void markedWorkerIdIsTakenFirst() {
        int marked = (guess(node(0)) + 5) % 1024;
        HighWaterMark mark = new HighWaterMark(marked, "before", 1, 2);

        assertThat(holder(node(0))
                        .acquire(request(node(0), ALL).withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here")))
                        .workerId())
                .isEqualTo(marked);
    }
}
