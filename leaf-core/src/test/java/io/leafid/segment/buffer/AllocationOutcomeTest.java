package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.Availability;
import io.leafid.test.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationOutcomeTest {

    private final List<LeafEvent> events = new ArrayList<>();
    private final StoreHealth health = new StoreHealth("", new ManualTime(), events::add);

    @Test
    void refusalOfTheStoreIsAnAnswerAndThatOfTheEngineIsNone() {
        AllocationOutcome engine = AllocationOutcome.Refused.byEngine(new SegmentUnavailableException("closed", null));
        engine.report(health);
        assertThat(health.status().state()).isEqualTo(Availability.State.UNKNOWN);
        assertThat(engine.isOfRewoundRow()).isFalse();

        AllocationOutcome store = AllocationOutcome.Refused.byStore(new IllegalStateException("no range"));
        store.report(health);
        assertThat(health.status().state()).isEqualTo(Availability.State.UP);
        assertThat(events).isEmpty();
        assertThat(store.isOfRewoundRow()).isFalse();
    }
}
