package io.leafid.specification;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.specification.SegmentEvent.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What callers have got of a segment when its process stops, as the trace tells it to TLC. */
@Tag("nightly")
class SegmentProjectionTest {

    private static final String PROCESS = "a";
    private static final String TAG = "shop";

    private final List<SegmentEvent> all = new ArrayList<>();

    private void starts() {
        all.add(SegmentEvent.of(Kind.STARTS, PROCESS));
    }

    private void stops() {
        all.add(SegmentEvent.of(Kind.STOPS, PROCESS));
    }

    private void asksAbove(long floor) {
        all.add(SegmentEvent.of(Kind.ASKS, PROCESS, TAG, floor, -1, floor));
    }

    private void isGranted(long first, long end) {
        asksAbove(first);
        all.add(new SegmentEvent(Kind.GRANTED, PROCESS, TAG, 0, first, end, end));
        all.add(SegmentEvent.of(Kind.REPLIED, PROCESS, TAG, first, end, first));
    }

    private void uses(long first, long end) {
        all.add(SegmentEvent.of(Kind.USED, PROCESS, TAG, first, end, -1));
    }

    private long lastIdAtTheStop() {
        ProtocolTrace trace = new SegmentProjection(TAG, all, 1, false, 0).trace("shop");
        return trace.events().stream()
                .filter(event -> event.kind().equals("stop"))
                .findFirst()
                .orElseThrow()
                .point("sold");
    }

    /** Chaos has met it: an allocation that begins while the generator is closed, whose range is given back with the rest. */
    @Test
    void allocationDuringTheStopTellsNothingOfIt() {
        starts();
        isGranted(0, 10);
        uses(0, 3);
        stops();
        isGranted(10, 20);
        all.add(SegmentEvent.of(Kind.RETURNS, PROCESS, TAG, 3, 20, -1));
        all.add(SegmentEvent.of(Kind.STOPPED, PROCESS));

        assertThat(lastIdAtTheStop()).isEqualTo(2);
    }

    /** What was used, and is not written down, shows in what is asked for after the next start. */
    @Test
    void allocationAfterTheNextStartTellsWhatWasUsed() {
        starts();
        isGranted(0, 10);
        uses(0, 3);
        stops();
        isGranted(10, 20);
        all.add(SegmentEvent.of(Kind.STOPPED, PROCESS));
        starts();
        asksAbove(5);

        assertThat(lastIdAtTheStop()).isEqualTo(4);
    }
}
