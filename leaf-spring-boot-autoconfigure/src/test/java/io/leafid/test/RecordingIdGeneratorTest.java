package io.leafid.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdSequence;
import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RecordingIdGeneratorTest {

    private final RecordingIdGenerator ids = new RecordingIdGenerator();

    @Test
    void eachTagCountsFromOne() {
        assertThat(ids.nextId("order")).isEqualTo(1);
        assertThat(ids.nextIds("order", 3)).containsExactly(2, 3, 4);
        assertThat(ids.nextId("payment")).isEqualTo(1);

        assertThat(ids.issued("order")).containsExactly(1L, 2L, 3L, 4L);
        assertThat(ids.issued("refund")).isEmpty();
        assertThat(ids.tags()).containsExactly("order", "payment");
        assertThat(ids.count()).isEqualTo(5);
    }

    @Test
    void sequenceDrawsFromTheSameIds() {
        IdSequence orders = new RecordingIdGenerator(1000).sequence("order");

        assertThat(orders.tag()).isEqualTo("order");
        assertThat(orders.next()).isEqualTo(1000);
        assertThat(orders.next(2)).containsExactly(1001, 1002);
    }

    @Test
    void failureLastsUntilItRecoversAndTakesNoId() {
        ids.nextId("order");
        ids.failWith(new SegmentUnavailableException("the database is unavailable", null));

        assertThatThrownBy(() -> ids.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
        ids.recover();
        assertThat(ids.nextId("order")).isEqualTo(2);
        ids.reset();
        assertThat(ids.nextId("order")).isEqualTo(1);
    }

    @Test
    void endsAsAnEngineDoesAndIsNeverNegative() {
        RecordingIdGenerator last = new RecordingIdGenerator(Long.MAX_VALUE);

        assertThatThrownBy(() -> last.nextIds("order", 2)).isInstanceOf(IdsExhaustedException.class);
        assertThat(last.tags()).isEmpty();
        assertThat(last.nextId("order")).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> last.nextId("order")).isInstanceOf(IdsExhaustedException.class);
    }

    /** As a test that fills a table draws them: none takes longer because of those before. */
    @Test
    @Timeout(20)
    void manyIdsAreDrawnOneByOne() {
        for (int i = 1; i <= 100_000; i++) {
            assertThat(ids.nextId("order")).isEqualTo(i);
        }
    }

    @Test
    void refusesWhatEveryGeneratorRefuses() {
        assertThatIllegalArgumentException().isThrownBy(() -> ids.nextId(" order"));
        assertThatIllegalArgumentException().isThrownBy(() -> ids.nextIds("order", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> ids.sequence(""));
        assertThatIllegalArgumentException().isThrownBy(() -> new RecordingIdGenerator(-1));
        assertThat(ids.count()).isZero();
    }
}
