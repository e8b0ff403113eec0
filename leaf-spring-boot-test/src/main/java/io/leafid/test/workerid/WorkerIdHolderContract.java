package io.leafid.test.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ShiftedTime;
import io.leafid.time.TimeSource;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every holder of worker ids must show, whether its registry is shared or this machine's own disk. A subclass says
 * how a holder is made and how it dies. One registry of its own per test; {@link #node} names the instances.
 */
public abstract class WorkerIdHolderContract {

    /** How far ahead the requests of this contract reserve. */
    protected static final Duration RESERVATION = Duration.ofSeconds(10);

    /** How far in the future a floor may lie for the requests of this contract. */
    protected static final Duration MAX_WAIT = Duration.ofSeconds(15);

    /** The worker ids that the requests of this contract may take. */
    protected static final WorkerIdRange RANGE = new WorkerIdRange(0, 63);

    /** The clock of every node for which a test uses no other. */
    protected final ShiftedTime time = new ShiftedTime();

    private final List<WorkerIdHolder> opened = new CopyOnWriteArrayList<>();

    /**
     * Makes a holder as a process of its own would have it, connected to the registry of this test. The contract closes
     * it. A registry whose worker ids are configured assigns {@code i} to {@code node(i)}.
     */
    protected abstract WorkerIdHolder newHolder(NodeIdentity identity, TimeSource time);

    /**
     * Ends a holder as a crash of its process would: nothing is released. Returns when a successor with the same
     * identity need no longer wait for the registry to notice.
     */
    protected abstract void crash(WorkerIdHolder holder, NodeIdentity identity);

    /** The {@code i}-th instance, from 0. */
    protected static NodeIdentity node(int i) {
        return new NodeIdentity("10.0.0." + (i + 1), 8080);
    }

    /** A holder that is closed after the test. */
    protected final WorkerIdHolder open(NodeIdentity identity, TimeSource clock) {
        WorkerIdHolder holder = newHolder(identity, clock);
        opened.add(holder);
        return holder;
    }

    /** A holder that is closed after the test, with the clock of the test. */
    protected final WorkerIdHolder open(NodeIdentity identity) {
        return open(identity, time);
    }

    /** A request as a first start makes it. */
    protected final LeaseRequest request(NodeIdentity identity) {
        return new LeaseRequest(
                identity,
                UUID.randomUUID().toString(),
                RANGE,
                SnowflakeLayout.DEFAULT,
                RESERVATION,
                MAX_WAIT,
                0,
                Optional.empty(),
                time);
    }

    /** The same request by another clock. */
    protected static LeaseRequest by(TimeSource clock, LeaseRequest r) {
        return new LeaseRequest(
                r.identity(),
                r.token(),
                r.workerIds(),
                r.layout(),
                r.reservation(),
                r.maxWait(),
                r.notBeforeMillis(),
                r.ownMark(),
                clock);
    }

    /** The same request by an instance that has a note of its last run, which is known to have ended. */
    protected static LeaseRequest withMark(HighWaterMark mark, LeaseRequest r) {
        return withMark(mark, MarkEvidence.WRITER_ENDED, r);
    }

    /** The same request by an instance that has a note. */
    protected static LeaseRequest withMark(HighWaterMark mark, MarkEvidence evidence, LeaseRequest r) {
        return new LeaseRequest(
                r.identity(),
                r.token(),
                r.workerIds(),
                r.layout(),
                r.reservation(),
                r.maxWait(),
                r.notBeforeMillis(),
                Optional.of(new FoundMark(mark, evidence, "elsewhere")),
                r.time());
    }

    /** The same request for other worker ids. */
    protected static LeaseRequest within(WorkerIdRange range, LeaseRequest r) {
        return new LeaseRequest(
                r.identity(),
                r.token(),
                range,
                r.layout(),
                r.reservation(),
                r.maxWait(),
                r.notBeforeMillis(),
                r.ownMark(),
                r.time());
    }

    private static LeaseRequest laidOut(SnowflakeLayout layout, LeaseRequest r) {
        return new LeaseRequest(
                r.identity(),
                r.token(),
                r.workerIds(),
                layout,
                r.reservation(),
                r.maxWait(),
                r.notBeforeMillis(),
                r.ownMark(),
                r.time());
    }

    private static LeaseRequest notBefore(long millis, LeaseRequest r) {
        return new LeaseRequest(
                r.identity(),
                r.token(),
                r.workerIds(),
                r.layout(),
                r.reservation(),
                r.maxWait(),
                millis,
                r.ownMark(),
                r.time());
    }

    /** What the registry has about a worker id. */
    protected static WorkerIdEntry entry(WorkerIdHolder holder, int workerId) {
        return holder.list().stream()
                .filter(entry -> entry.workerId() == workerId)
                .findFirst()
                .orElseThrow(() -> new AssertionError("worker id " + workerId + " is not listed"));
    }

    @AfterEach
    void closeHolders() {
        opened.forEach(WorkerIdHolder::close);
    }

    @Test
    void claimReservesTimeFromTheFloorToTheCeiling() {
        LeaseRequest request = request(node(0));
        long before = time.currentTimeMillis();

        WorkerIdLease claim = open(node(0)).acquire(request);

        assertThat(claim.token()).isEqualTo(request.token());
        assertThat(RANGE.contains(claim.workerId())).isTrue();
        assertThat(claim.floorMillis()).isLessThanOrEqualTo(time.currentTimeMillis());
        assertThat(claim.ceilingMillis())
                .isBetween(before + RESERVATION.toMillis(), time.currentTimeMillis() + RESERVATION.toMillis());
    }

    @Test
    void firstClaimIsDurableBeforeItIsReturned() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        crash(first, node(0));

        WorkerIdEntry recorded = entry(open(node(0)), claim.workerId());

        assertThat(recorded.owner()).isEqualTo(node(0).toString());
        assertThat(recorded.ceiling()).isEqualTo(Instant.ofEpochMilli(claim.ceilingMillis()));
    }

    @Test
    void extensionIsDurableBeforeItIsReturned() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        WorkerIdLease extended = first.extend(claim, claim.ceilingMillis() + 3_000, claim.token());
        crash(first, node(0));

        assertThat(extended).isEqualTo(claim.upTo(claim.ceilingMillis() + 3_000, claim.token()));
        assertThat(entry(open(node(0)), claim.workerId()).ceiling())
                .isEqualTo(Instant.ofEpochMilli(extended.ceilingMillis()));
    }

    @Test
    void ownEntryIsListedAsLiveAndSelf() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease claim = holder.acquire(request(node(0)));

        WorkerIdEntry own = entry(holder, claim.workerId());

        assertThat(own.live()).isTrue();
        assertThat(own.self()).isTrue();
        assertThat(own.owner()).isEqualTo(node(0).toString());
    }

    @Test
    void restartAfterAReleaseKeepsTheWorkerIdAndGoesOnAtOnce() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        long usedUpTo = time.currentTimeMillis();
        first.release(claim, usedUpTo);
        first.close();

        WorkerIdLease next = open(node(0)).acquire(request(node(0)));

        assertThat(next.workerId()).isEqualTo(claim.workerId());
        assertThat(next.floorMillis()).isEqualTo(usedUpTo);
    }

    @Test
    void restartAfterACrashBeginsAtTheRecordedCeilingOrElsewhere() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        crash(first, node(0));

        WorkerIdHolder second = open(node(0));
        WorkerIdLease next = second.acquire(request(node(0)));

        if (second.isFixed()) {
            assertThat(next.workerId()).isEqualTo(claim.workerId());
        }
        if (next.workerId() == claim.workerId()) {
            assertThat(next.floorMillis()).isEqualTo(claim.ceilingMillis());
        }
        assertThat(next.ceilingMillis()).isGreaterThan(next.floorMillis());
    }

    @Test
    void ownMarkWithTheRecordedTokenLowersTheFloor() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        crash(first, node(0));
        long near = claim.ceilingMillis() - 8_000;
        HighWaterMark mark = new HighWaterMark(claim.workerId(), claim.token(), near, claim.ceilingMillis());

        WorkerIdLease next = open(node(0)).acquire(withMark(mark, request(node(0))));

        assertThat(next.workerId()).isEqualTo(claim.workerId());
        assertThat(next.floorMillis()).isEqualTo(near);
    }

    @Test
    void ownMarkWithAnotherTokenCountsForNothing() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        crash(first, node(0));
        HighWaterMark stale =
                new HighWaterMark(claim.workerId(), UUID.randomUUID().toString(), 1, claim.ceilingMillis());

        WorkerIdLease next = open(node(0)).acquire(withMark(stale, request(node(0))));

        if (next.workerId() == claim.workerId()) {
            assertThat(next.floorMillis()).isGreaterThanOrEqualTo(claim.ceilingMillis());
        }
    }

    @Test
    void anExtensionWithAFreshTokenDisownsTheMarkOfTheOldOne() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        WorkerIdLease renamed = first.extend(
                claim, claim.ceilingMillis() + 1_000, UUID.randomUUID().toString());
        crash(first, node(0));
        HighWaterMark old = new HighWaterMark(claim.workerId(), claim.token(), 1, claim.ceilingMillis());

        WorkerIdLease next = open(node(0)).acquire(withMark(old, request(node(0))));

        assertThat(renamed.token()).isNotEqualTo(claim.token());
        if (next.workerId() == claim.workerId()) {
            assertThat(next.floorMillis()).isGreaterThanOrEqualTo(renamed.ceilingMillis());
        }
    }

    @Test
    void claimRestoredFromTheOwnMarkIsExtendedWithoutAcquiring() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        crash(first, node(0));
        long near = claim.ceilingMillis() - 8_000;
        WorkerIdLease restored = new WorkerIdLease(claim.workerId(), claim.token(), near, claim.ceilingMillis());
        WorkerIdHolder second = open(node(0));

        WorkerIdLease extended = second.extend(restored, claim.ceilingMillis() + 5_000, claim.token());

        assertThat(extended.ceilingMillis()).isEqualTo(claim.ceilingMillis() + 5_000);
        assertThat(entry(second, claim.workerId()).live()).isTrue();
    }

    @Test
    void anExtensionThatWasAlreadyWrittenIsRepeatedSafely() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease claim = holder.acquire(request(node(0)));
        WorkerIdLease unheard = holder.extend(claim, claim.ceilingMillis() + 9_000, claim.token());

        WorkerIdLease again = holder.extend(claim, claim.ceilingMillis() + 3_000, claim.token());

        assertThat(again.ceilingMillis()).isGreaterThanOrEqualTo(claim.ceilingMillis() + 3_000);
        assertThat(entry(holder, claim.workerId()).ceiling())
                .as("a ceiling never goes down while its owner may still issue ids")
                .isEqualTo(Instant.ofEpochMilli(unheard.ceilingMillis()));
    }

    @Test
    void nothingIsExtendedForATokenThatIsNotRecorded() {
        WorkerIdHolder holder = open(node(0));
        WorkerIdLease claim = holder.acquire(request(node(0)));
        WorkerIdLease forged =
                claim.upTo(claim.ceilingMillis(), UUID.randomUUID().toString());

        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.extend(forged, claim.ceilingMillis() + 3_000, forged.token()))
                .withMessageContaining("worker id " + claim.workerId());
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class)
                .isThrownBy(() -> holder.release(forged, claim.floorMillis()));
        assertThat(entry(holder, claim.workerId()).ceiling()).isEqualTo(Instant.ofEpochMilli(claim.ceilingMillis()));
    }

    @Test
    void claimDoesNotBeginBeforeTheTimeAskedFor() {
        long notBefore = time.currentTimeMillis() + 5_000;

        WorkerIdLease claim = open(node(0)).acquire(notBefore(notBefore, request(node(0))));

        assertThat(claim.floorMillis()).isGreaterThanOrEqualTo(notBefore);
        assertThat(claim.ceilingMillis()).isGreaterThan(notBefore);
    }

    @Test
    void clockFarBehindTheMarkIsRefusedForAFixedWorkerIdAndAvoidedForAFreeOne() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        crash(first, node(0));
        time.shift(Duration.ofHours(-1));

        WorkerIdHolder second = open(node(0));

        if (second.isFixed()) {
            assertThatExceptionOfType(WorkerIdException.ClockBehindMark.class)
                    .isThrownBy(() -> second.acquire(request(node(0))))
                    .satisfies(refused ->
                            assertThat(refused.mark()).isEqualTo(Instant.ofEpochMilli(claim.ceilingMillis())));
        } else {
            assertThat(second.acquire(request(node(0))).workerId()).isNotEqualTo(claim.workerId());
        }
    }

    @Test
    void anotherLayoutIsRefusedInTheSameNamespace() {
        WorkerIdHolder first = open(node(0));
        first.release(first.acquire(request(node(0))), time.currentTimeMillis());
        first.close();
        SnowflakeLayout other = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis() + 1, 41, 10, 12);

        assertThatExceptionOfType(WorkerIdException.LayoutMismatch.class)
                .isThrownBy(() -> open(node(0)).acquire(laidOut(other, request(node(0)))))
                .withMessageContaining(SnowflakeLayout.DEFAULT.toString())
                .withMessageContaining(other.toString());
    }

    @Test
    void secondLiveProcessWithTheSameIdentityIsRefusedOrGetsAnotherWorkerId() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));

        livingOwnerKeepsItsWorkerIdFrom(request(node(0)), first, claim);
    }

    /** What a second process of node 0 must not get, whatever its note says, while the first lives. */
    protected final void livingOwnerKeepsItsWorkerIdFrom(
            LeaseRequest second, WorkerIdHolder owner, WorkerIdLease claim) {
        boolean needsTheDirectory = second.ownMark()
                .map(FoundMark::evidence)
                .filter(MarkEvidence.SAME_DIRECTORY::equals)
                .isPresent();
        if (owner.isFixed() || needsTheDirectory) {
            assertThatExceptionOfType(WorkerIdException.IdentityInUse.class)
                    .isThrownBy(() -> open(node(0)).acquire(second))
                    .withMessageContaining(node(0).toString())
                    .satisfies(refused -> assertThat(refused.identity()).isEqualTo(node(0)));
        } else {
            assertThat(open(node(0)).acquire(second).workerId()).isNotEqualTo(claim.workerId());
        }
        assertThat(owner.extend(claim, claim.ceilingMillis() + 3_000, claim.token())
                        .ceilingMillis())
                .isEqualTo(claim.ceilingMillis() + 3_000);
        assertThat(entry(owner, claim.workerId()).self()).isTrue();
    }

    @Test
    void closingReleasesNothing() {
        WorkerIdHolder first = open(node(0));
        WorkerIdLease claim = first.acquire(request(node(0)));
        first.close();
        crash(first, node(0));

        assertThat(entry(open(node(0)), claim.workerId()).ceiling())
                .isEqualTo(Instant.ofEpochMilli(claim.ceilingMillis()));
    }
}
