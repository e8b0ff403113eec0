package io.leafid.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerIdRangeTest {

    @Test
    void workerIdsThatFollowEachOtherAreWrittenAsARange() {
        assertThat(WorkerIdRange.text(List.of(1, 3, 4, 5, 9))).isEqualTo("1, 3-5, 9");
        assertThat(WorkerIdRange.text(List.of())).isEmpty();
    }

    @Test
    void textIsARangeOrOneWorkerId() {
        assertThat(WorkerIdRange.valueOf("0-1023")).isEqualTo(new WorkerIdRange(0, 1_023));
        assertThat(WorkerIdRange.valueOf(" 5 - 7 ")).isEqualTo(new WorkerIdRange(5, 7));
        assertThat(WorkerIdRange.valueOf("17")).isEqualTo(new WorkerIdRange(17, 17));
        assertThat(WorkerIdRange.valueOf(" ")).isNull();
        assertThat(new WorkerIdRange(5, 7)).hasToString("5-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "-5", "5-", "a-7", "5-b", "7-5", "1-2-3"})
    void anythingElseIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerIdRange.valueOf(text))
                .withMessageStartingWith("worker ids must be a range such as 0-1023, but are ");
    }

    @Test
    void bothEndsAreIncluded() {
        WorkerIdRange range = new WorkerIdRange(5, 7);

        assertThat(range.size()).isEqualTo(3);
        assertThat(range.contains(4)).isFalse();
        assertThat(range.contains(5)).isTrue();
        assertThat(range.contains(7)).isTrue();
        assertThat(range.contains(8)).isFalse();
    }
}
