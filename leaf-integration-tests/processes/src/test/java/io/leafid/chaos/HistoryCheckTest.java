package io.leafid.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.history.CallRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each broken promise is found, and a kept one is not taken for broken. */
class HistoryCheckTest {

    private static CallRecord call(long id, long begun) {
        return new CallRecord(begun, begun + 1, id, id);
    }

    private static Map<String, List<CallRecord>> history(List<CallRecord> one, List<CallRecord> other) {
        return Map.of("one", one, "other", other);
    }

    @Test
    void sameIdByTwoProcessesOrTwiceByOneIsFound() {
        assertThat(HistoryCheck.duplicates(history(List.of(call(1, 0)), List.of(call(1, 5)))))
                .hasSize(1);
        assertThat(HistoryCheck.duplicates(history(List.of(call(1, 0), call(1, 5)), List.of())))
                .hasSize(1);
        assertThat(HistoryCheck.duplicates(history(List.of(call(1, 0), call(2, 5)), List.of(call(3, 0)))))
                .isEmpty();
    }

    @Test
    void millisecondOfTwoProcessesIsFoundAndThatOfOneIsNot() {
        assertThat(HistoryCheck.sharedMilliseconds(history(List.of(call(4_096, 0)), List.of(call(4_097, 5)))))
                .hasSize(1);
        assertThat(HistoryCheck.sharedMilliseconds(
                        history(List.of(call(4_096, 0), call(4_097, 5)), List.of(call(8_192, 0)))))
                .isEmpty();
    }

    @Test
    void smallerIdOfALaterCallIsFoundWithinAProcessOrOverAll() {
        assertThat(HistoryCheck.disorderWithinAProcess(history(List.of(call(2, 0), call(1, 5)), List.of())))
                .hasSize(1);
        Map<String, List<CallRecord>> overAll = history(List.of(call(2, 0)), List.of(call(1, 5)));
        assertThat(HistoryCheck.disorderWithinAProcess(overAll)).isEmpty();
        assertThat(HistoryCheck.disorder(overAll)).hasSize(1);
    }
}
