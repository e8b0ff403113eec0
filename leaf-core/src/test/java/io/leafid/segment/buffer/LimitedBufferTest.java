package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.RateExceededException;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagLimit;
import io.leafid.concurrent.TagGate;
import io.leafid.segment.status.AllocationTotals;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import io.leafid.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A buffer with a limit is the buffer itself but for the gate before its ids. */
class LimitedBufferTest {

    private final IdleBuffer idle = new IdleBuffer();
    private final TagGate gate = new TagGate("order", idle.time());
    private final SegmentTotals before = new SegmentTotals(7, AllocationTotals.NONE, 2, 3);
    private final SegmentBuffer limited =
            new SegmentBuffer(idle.context(), (tag, deadline, unknown) -> {}, new TagRow("order", 0, 10), 0, before);

    LimitedBufferTest() {
        limited.behind(gate);
    }

    private void append(long first, long end) {
        limited.segments().append(new AllocatedSegment(first, end, 10), -1);
    }

    @Test
    void eachWayToAnIdLeadsThroughTheGate() {
        append(10, 20);
        gate.set(new TagLimit(true, 3L));
        Deadline deadline = Deadline.in(Duration.ZERO, idle.time());

        assertThat(limited.next()).isEqualTo(10);
        assertThat(limited.next(1)).containsExactly(11);
        assertThat(limited.next(1, deadline, TagBuffer.Unknown.REFUSED)).containsExactly(12);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(limited::next);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(() -> limited.next(1));
        assertThatExceptionOfType(RateExceededException.class)
                .isThrownBy(() -> limited.next(1, deadline, TagBuffer.Unknown.REFUSED));
        assertThat(limited.limitedBy(gate)).isSameAs(limited);
    }

    @Test
    void whatIsToldIsTheBuffersOwnAndWhatWasBefore() {
        append(10, 20);
        limited.next();

        assertThat(limited.tag()).isEqualTo("order");
        assertThat(limited.issuedEnd()).isEqualTo(11);
        assertThat(limited.knownSinceNanos()).isEqualTo(idle.time().nanoTime());
        assertThat(limited.totals()).isEqualTo(new SegmentTotals(8, AllocationTotals.NONE, 2, 3));
        assertThat(limited.status(idle.time().nanoTime()).traffic().issued()).isEqualTo(8);
    }

    @Test
    void allocationIsPreparedAndTheStepConfirmed() {
        assertThat(limited.isUsed()).isFalse();
        assertThat(limited.prepare()).isNotNull().isSameAs(limited.prepare());
        assertThat(limited.isUsed()).as("an allocation is under way").isTrue();

        limited.confirm(77);
        assertThat(limited.allocator().configuredStep()).isEqualTo(77);
    }

    @Test
    void retirementGivesBackWhatIsLeftAndIsTakenBackByAConfirmation() {
        append(10, 20);
        limited.next();
        assertThat(limited.isRetired()).isFalse();
        assertThat(limited.retire()).contains(new SegmentRange(11, 20));
        assertThat(limited.isRetired()).isTrue();

        idle.time().advance(Duration.ofSeconds(5));
        limited.confirm(10);
        assertThat(limited.isRetired()).isFalse();
        assertThat(limited.knownSinceNanos()).isEqualTo(idle.time().nanoTime());
        append(20, 30);
        assertThat(limited.retire(new SegmentUnavailableException("closed", null)))
                .contains(new SegmentRange(20, 30));
    }

    @Test
    void stopIsFollowedFromWhereItWasOrWhatWasNoted() {
        append(10, 20);
        limited.next();
        limited.resume(5);
        assertThat(limited.allocator().history().highestEnd()).isEqualTo(11);
        limited.resume(500);
        assertThat(limited.allocator().history().highestEnd()).isEqualTo(500);
    }

    @Test
    void rowThatWasSetBackIsReported() {
        limited.resume(500);
        limited.reportSetBack(new TagRow("order", 100, 10));

        assertThat(idle.events()).singleElement().isInstanceOf(LeafEvent.SegmentRefused.class);
    }
}
