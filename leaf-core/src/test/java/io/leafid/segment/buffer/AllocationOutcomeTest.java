package io.leafid.segment.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationOutcomeTest {

    private final List<String> told = new ArrayList<>();
    private final AllocationOutcome.Listener listener = new AllocationOutcome.Listener() {
        @Override
        public void allocated() {
            told.add("allocated");
        }

        @Override
        public void succeeded() {
            told.add("answered");
        }

        @Override
        public void failed(Throwable failure) {
            told.add("failed");
        }

        @Override
        public void announce(LeafEvent event) {
            told.add("announced");
        }
    };

    @Test
    void refusalOfTheStoreIsAnAnswerAndThatOfTheEngineIsNone() {
        AllocationOutcome engine = AllocationOutcome.Refused.byEngine(new SegmentUnavailableException("closed", null));
        engine.report(listener);
        assertThat(told).isEmpty();
        assertThat(engine.isOfRewoundRow()).isFalse();

        AllocationOutcome store = AllocationOutcome.Refused.byStore(new IllegalStateException("no range"));
        store.report(listener);
        assertThat(told).containsExactly("answered");
        assertThat(store.isOfRewoundRow()).isFalse();
    }
}
