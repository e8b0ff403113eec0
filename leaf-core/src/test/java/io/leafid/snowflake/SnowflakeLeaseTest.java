package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.SnowflakeId;
import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That no id leaves whose timestamp the lease does not cover, and what callers meet at its ends. */
class SnowflakeLeaseTest {

    private final Scene scene = new Scene();

    private void leaseFor(long fromNow, long upToNow) {
        scene.leases.set(new LeaseWindow(5, scene.now() + fromNow, scene.now() + upToNow));
    }

    @Test
    void idsStopAtTheCeilingAndNotBefore() {
        leaseFor(0, 10);
        long ceiling = scene.now() + 10;
        while (scene.now() < ceiling) {
            assertThat(scene.nextMillis()).isLessThan(ceiling);
            scene.millis(1);
        }

        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("worker id 5")
                .withMessageContaining(Instant.ofEpochMilli(ceiling).toString());
    }

    @Test
    void fullSequenceBelowTheCeilingDoesNotCarryOverIt() {
        leaseFor(0, 1);
        scene.generator.nextIds(4_095);

        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);
    }

    @Test
    void borrowedTimestampsDoNotPassTheCeilingEither() {
        Scene borrower = new Scene(Scene.borrowing(Duration.ofSeconds(1)));
        long ceiling = borrower.now() + 3;
        borrower.leases.set(new LeaseWindow(5, 0, ceiling));
        borrower.next();
        borrower.step(-500);
        borrower.generator.nextIds(2 * 4_096);

        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(() -> borrower.generator.nextIds(2 * 4_096));
        borrower.leases.set(new LeaseWindow(5, 0, ceiling + 60_000));
        assertThat(borrower.nextMillis()).isGreaterThanOrEqualTo(ceiling - 1);
    }

    @Test
    void idsBeginAtTheFloor() {
        leaseFor(3, 60_000);
        long floor = scene.now() + 3;

        assertThat(scene.nextMillis()).isEqualTo(floor);
        assertThat(scene.elapsedMillis()).isEqualTo(3);
    }

    @Test
    void clockFarBelowTheFloorIsRefused() {
        leaseFor(0, 60_000);
        scene.step(-3_600_000);

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(scene.generator::nextId)
                .satisfies(moved -> assertThat(moved.offset()).isEqualTo(Duration.ofHours(1)));
    }

    @Test
    void borrowingBeginsAtTheFloor() {
        Scene borrower = new Scene(Scene.borrowing(Duration.ofSeconds(1)));
        borrower.leases.set(new LeaseWindow(5, borrower.now() + 300, Long.MAX_VALUE));

        assertThat(borrower.nextMillis()).isEqualTo(borrower.now() + 300);
    }

    @Test
    void renewalThatIsALittleLateIsWaitedFor() {
        leaseFor(0, 1);
        scene.next();
        scene.millis(1);
        scene.time.after(Duration.ofMillis(300), () -> leaseFor(-300, 5_000));

        assertThat(scene.nextMillis()).isEqualTo(scene.now());
        assertThat(scene.elapsedMillis()).isBetween(301L, 303L);
    }

    @Test
    void renewalIsAskedForWhenTheClockOutrunsTheLease() {
        leaseFor(0, 1_000);
        scene.next();
        scene.leases.onMissing(() -> leaseFor(-1, 10_000));
        scene.step(3_600_000);

        assertThat(scene.nextMillis()).isEqualTo(scene.now());
    }

    @Test
    void onlyTheFirstSecondWithoutALeaseIsWaitedThrough() {
        leaseFor(0, 1);
        scene.next();
        scene.millis(1);
        long begin = scene.elapsedMillis();
        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);
        assertThat(scene.elapsedMillis() - begin).isBetween(1_000L, 1_002L);

        long later = scene.elapsedMillis();
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);
        }
        assertThat(scene.elapsedMillis()).isEqualTo(later);
    }

    @Test
    void whyThereIsNoLeaseIsSaid() {
        leaseFor(0, 1);
        Instant since = scene.time.now();
        scene.leases.state(LeaseStatus.State.HELD, since);
        scene.millis(5_000);
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("the registry has not answered since " + since + ": connection refused");

        scene.leases.state(LeaseStatus.State.LOST, null);
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("belongs to another process now");

        scene.leases.state(LeaseStatus.State.HELD, null);
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("its renewal is late");

        scene.leases.state(LeaseStatus.State.NONE, null);
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("no worker id is leased");
    }

    @Test
    void interruptEndsTheWaitForALeaseAndStaysSet() {
        leaseFor(0, 0);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void successorWithASmallerWorkerIdKeepsTheOrder() {
        leaseFor(0, 10);
        scene.leases.follow(new LeaseWindow(2, scene.now() + 10, scene.now() + 100));
        long previous = -1;
        for (int i = 0; i < 40; i++) {
            for (long id : scene.generator.nextIds(2_000)) {
                assertThat(id).isGreaterThan(previous);
                previous = id;
            }
        }
        SnowflakeId last = scene.generator.decode(previous);
        assertThat(last.workerId()).isEqualTo(2);
    }

    @Test
    void closedGeneratorGivesBackItsLeaseWithTheExactLastTimestamp() {
        long last = scene.nextMillis();
        scene.millis(500);

        scene.generator.close();
        scene.generator.close();

        assertThat(scene.leases.closedWith()).containsExactly(last + 1);
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("closed");
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(() -> scene.generator.nextIds("order", 3));
        assertThat(scene.generator.status().lastTimestamp()).isNull();
    }

    /** Else an id could leave after the next owner has been told where this one ended. */
    @Test
    void leaseIsGivenBackWhenNothingIsIssuedAnyMoreAndNotBefore() {
        List<String> refusals = new ArrayList<>();
        scene.leases.onGivingBack(() -> refusals.add(refusal()));
        scene.next();

        scene.generator.stop();
        scene.generator.start();
        scene.generator.close();

        assertThat(refusals)
                .hasSize(2)
                .allSatisfy(refusal -> assertThat(refusal).contains("closed, or stopped"));
    }

    private String refusal() {
        try {
            return "issued " + scene.generator.nextId();
        } catch (WorkerIdUnavailableException ex) {
            return String.valueOf(ex.getMessage());
        }
    }

    /** A lease may be replaced between the check and the moment at which the id is put together. */
    @Test
    void idCarriesTheWorkerIdOfTheLeaseThatWasChecked() {
        scene.leases.afterReading(() -> scene.leases.set(new LeaseWindow(9, Long.MAX_VALUE - 1, Long.MAX_VALUE)));
        assertThat(scene.next().workerId()).as("first of a millisecond").isEqualTo(5);

        scene.leases.set(ScriptedLeases.ENDLESS);
        assertThat(scene.next().workerId()).as("next of a millisecond").isEqualTo(5);

        scene.leases.set(ScriptedLeases.ENDLESS);
        assertThat(scene.generator.decode(scene.generator.nextIds(1)[0]).workerId())
                .as("patiently")
                .isEqualTo(5);
    }

    @Test
    void leaseThatIsCutShortWithinAMillisecondEndsTheIdsOfThatMillisecond() {
        leaseFor(0, 5);
        scene.next();
        leaseFor(0, 0);

        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);
    }

    @Test
    void leaseThatIsReplacedWithinAMillisecondIsFollowedByTheNextOnesFloor() {
        leaseFor(0, 5);
        scene.next();
        long floor = scene.now() + 1;
        scene.leases.set(new LeaseWindow(2, floor, floor + 1_000));

        SnowflakeId next = scene.next();

        assertThat(next.workerId()).isEqualTo(2);
        assertThat(next.timestamp().toEpochMilli()).isEqualTo(floor);
    }

    @Test
    void stoppedGeneratorGivesItsLeaseBackAndGoesOnAboveItWhenStarted() {
        long last = scene.generator.nextId();
        long millis = scene.generator.decode(last).timestamp().toEpochMilli();
        long issued = scene.generator.status().issued();
        scene.generator.stop();
        scene.generator.stop();
        assertThat(scene.leases.stoppedWith()).containsExactly(millis + 1);
        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);

        scene.step(-3);
        scene.leases.onRestart(() -> scene.leases.set(new LeaseWindow(2, millis + 1, Long.MAX_VALUE)));
        scene.generator.start();

        SnowflakeId next = scene.next();
        assertThat(next.workerId()).isEqualTo(2);
        assertThat(next.timestamp().toEpochMilli()).isGreaterThan(millis);
        assertThat(scene.generator.status().issued()).isEqualTo(issued + 1);
    }

    /** Its reading of the clock is above the end that was given back, and the lease that it has read is another process's by now. */
    @Test
    void callerThatIsOvertakenByStopAndStartIssuesNothingUnderTheReleasedWorkerId() {
        scene.next();
        scene.millis(10);
        stopAndStartAfterOneReading();
        assertThat(scene.next().workerId()).as("in a new millisecond").isEqualTo(2);

        scene.millis(10);
        stopAndStartAfterOneReading();
        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .as("a batch")
                .isThrownBy(() -> scene.generator.nextIds(3))
                .withMessageContaining("stopped");
        assertThat(scene.next().workerId()).as("afterwards").isEqualTo(3);
    }

    private void stopAndStartAfterOneReading() {
        scene.leases.afterReading(() -> {
            scene.leases.afterReading(() -> {});
            scene.generator.stop();
            int workerId = 1 + scene.leases.stoppedWith().size();
            long end = scene.leases.stoppedWith().get(workerId - 2);
            scene.leases.onRestart(() -> scene.leases.set(new LeaseWindow(workerId, end, Long.MAX_VALUE)));
            scene.generator.start();
        });
    }

    @Test
    void generatorWhoseRestartFailsStaysStoppedAndCanBeStartedLater() {
        scene.next();
        scene.generator.stop();
        scene.leases.onRestart(() -> {
            throw new WorkerIdException.LeaseLost("not yet");
        });
        assertThatExceptionOfType(WorkerIdException.LeaseLost.class).isThrownBy(scene.generator::start);
        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);

        scene.leases.onRestart(() -> {});
        scene.generator.start();
        assertThat(scene.generator.nextId()).isPositive();
    }

    @Test
    void generatorThatIsClosedWhileStoppedGivesUpItsThreadsAndStaysClosed() {
        long last = scene.nextMillis();
        scene.generator.stop();

        scene.generator.close();
        scene.generator.start();

        assertThat(scene.leases.closedWith()).containsExactly(last + 1);
        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);
    }

    @Test
    void closedGeneratorStaysClosedWhenTheClockMoves() {
        scene.next();
        scene.generator.close();
        scene.step(-1_000);
        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);
        scene.step(3_600_000);
        assertThatExceptionOfType(WorkerIdUnavailableException.class).isThrownBy(scene.generator::nextId);
    }

    @Test
    void callerThatWaitsIsToldWhenTheGeneratorIsClosed() {
        scene.generator.nextIds(4_095);
        scene.time.after(Duration.ofNanos(100_000), scene.generator::close);

        assertThatExceptionOfType(WorkerIdUnavailableException.class)
                .isThrownBy(scene.generator::nextId)
                .withMessageContaining("closed");
    }

    @Test
    void statusTellsWhatAnOperatorAsks() {
        assertThat(scene.generator.status().lastTimestamp()).isNull();
        scene.next();
        SnowflakeStatus status = scene.generator.status();

        assertThat(status.layout()).isEqualTo(scene.generator.layout());
        assertThat(status.lastTimestamp()).isEqualTo(scene.time.now());
        assertThat(status.lead()).isZero();
        assertThat(status.allowedLead()).isEqualTo(Duration.ofMillis(5));
        assertThat(status.stepsBack()).isZero();
        assertThat(status.lease().owner()).isEqualTo("10.0.0.1:8080");
        assertThat(status.lifetimeRemaining())
                .isEqualTo(Duration.between(scene.time.now(), Instant.parse("2080-07-10T17:30:30.208Z")));
    }
}
