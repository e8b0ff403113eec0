package io.leafid.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the check of {@link OrderAcrossNodesIT} finds. */
class OrderCheckTest {

    @Test
    void callsThatOverlapMayHaveTheirIdsInAnyOrder() {
        assertThat(OrderCheck.violation(List.of(call(0, 10, 7), call(5, 15, 3), call(10, 20, 5))))
                .isEmpty();
    }

    @Test
    void smallerIdOfALaterCallIsFoundWhateverLiesBetween() {
        assertThat(OrderCheck.violation(List.of(call(0, 10, 7), call(8, 30, 1), call(12, 14, 8), call(15, 20, 6))))
                .get()
                .asString()
                .contains("first=6", "first=8");
    }

    @Test
    void eachIdOfABatchCounts() {
        assertThat(OrderCheck.violation(List.of(new CallRecord(0, 10, 1, 5), new CallRecord(11, 20, 5, 9))))
                .isPresent();
        assertThat(OrderCheck.violation(List.of(new CallRecord(0, 10, 1, 5), new CallRecord(11, 20, 6, 9))))
                .isEmpty();
    }

    private static CallRecord call(long begun, long ended, long id) {
        return new CallRecord(begun, ended, id, id);
    }
}
