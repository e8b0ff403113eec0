package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a report of a lease that was resumed from a mark may stand in for an attempt whose answer was not heard. */
class WorkerIdLeaseRulesTest {

    private static final WorkerIdLease RESUMED = new WorkerIdLease(3, "mine", 100, 200);

    private static WorkerIdLease attempt(int workerId, long floorMillis) {
        return new WorkerIdLease(workerId, "attempt", floorMillis, 300);
    }

    @Test
    void attemptThatFollowsTheOwnRecordIsReplaced() {
        assertThat(RESUMED.mayReplace(attempt(3, 150), "mine")).isTrue();
        assertThat(RESUMED.mayReplace(attempt(3, 150), "another")).isFalse();
    }

    @Test
    void attemptWithoutARecordBeforeIsReplacedUnlessItsFloorTellsOfAnotherOwner() {
        assertThat(RESUMED.mayReplace(attempt(3, 100), "")).isTrue();
        assertThat(RESUMED.mayReplace(attempt(3, 101), "")).isFalse();
    }

    @Test
    void attemptForAnotherWorkerIdIsNot() {
        assertThat(RESUMED.mayReplace(attempt(4, 100), "mine")).isFalse();
        assertThat(RESUMED.mayReplace(attempt(4, 100), "")).isFalse();
    }
}
