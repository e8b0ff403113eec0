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
        AllocationOutcome.Refused engine =
                AllocationOutcome.Refused.byEngine(new SegmentUnavailableException("closed", null));
        health.note(engine);
        assertThat(health.status().state()).isEqualTo(Availability.State.UNKNOWN);
        assertThat(engine.isOfRewoundRow()).isFalse();

        AllocationOutcome.Refused store = AllocationOutcome.Refused.byStore(new IllegalStateException("no range"));
        health.note(store);
        assertThat(health.status().state()).isEqualTo(Availability.State.UP);
        assertThat(events).isEmpty();
        assertThat(store.isOfRewoundRow()).isFalse();
    }
}
