package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.UnknownTagException;
import org.junit.jupiter.api.Test;

/**
 * What a reserve hands out beside a retirement. A caller on another thread is stepped by hand: it has read the current segment
 * and claims from it later.
 */
class SegmentReserveTest {

    private static final double DUE_AT_ONCE = -1;

    private final SegmentReserve reserve = new SegmentReserve() {};

    @Test
    void callerThatReadTheSegmentBeforeARetirementClaimsNothingAfterIt() {
        reserve.append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        Segment readByCaller = reserve.current();
        assertThat(readByCaller.claim()).isEqualTo(10);

        assertThat(reserve.retire()).contains(new SegmentRange(11, 20));
        assertThat(readByCaller.claim()).isEqualTo(Segment.EXHAUSTED);
        assertThat(readByCaller.claim(new long[5], 0)).isZero();
    }

    @Test
    void idClaimedBetweenTheReadingAndTheRetirementIsNotGivenBack() {
        reserve.append(new AllocatedSegment(10, 12, 10), DUE_AT_ONCE);
        Segment readByCaller = reserve.current();
        assertThat(readByCaller.claim()).isEqualTo(10);
        assertThat(readByCaller.claim()).isEqualTo(11);

        assertThat(reserve.retire()).isEmpty();
        assertThat(reserve.issued()).isEqualTo(2);
        assertThat(reserve.issuedEnd()).isEqualTo(12);
    }

    @Test
    void callerThatSawTheSuccessorBeforeARetirementDoesNotMoveOnToIt() {
        reserve.append(new AllocatedSegment(10, 11, 10), DUE_AT_ONCE);
        reserve.append(new AllocatedSegment(20, 30, 10), DUE_AT_ONCE);
        Segment readByCaller = reserve.current();
        assertThat(readByCaller.claim()).isEqualTo(10);

        assertThat(reserve.retire()).contains(new SegmentRange(20, 30));
        assertThat(reserve.advanceFrom(readByCaller)).isTrue();
        assertThat(reserve.current())
                .as("the caller looks again and finds nothing")
                .isSameAs(Segment.NONE);
        assertThat(reserve.current().claim()).isEqualTo(Segment.EXHAUSTED);
    }

    @Test
    void segmentThatComesAfterARetirementIsBurnt() {
        reserve.retire();
        reserve.append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);

        assertThat(reserve.hasIds()).isFalse();
        assertThat(reserve.current()).isSameAs(Segment.NONE);
        assertThat(reserve.issued()).isZero();
    }

    @Test
    void unknownTagRetiresAndAnotherRefusalDoesNot() {
        reserve.append(new AllocatedSegment(10, 20, 10), DUE_AT_ONCE);
        reserve.accept(new AllocationOutcome.Failed(new IllegalStateException("down")));
        assertThat(reserve.isRetired()).isFalse();
        assertThat(reserve.demand().left()).isEqualTo(10);

        reserve.accept(AllocationOutcome.Refused.byStore(new UnknownTagException("order", "no row", null)));
        assertThat(reserve.isRetired()).isTrue();
        assertThat(reserve.demand()).isEqualTo(new Reserve.Demand(false, 0, 0, 0));
    }
}
