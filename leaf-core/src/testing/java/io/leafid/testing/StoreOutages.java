package io.leafid.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.LeafEvent;
import java.util.Collection;
import java.util.List;

/** What the events of a segment engine tell of its store. */
public final class StoreOutages {

    private StoreOutages() {}

    /**
     * One at least, each with its end. On a busy machine one outage may be seen as several. That a server which may lose commits was
     * restarted is told besides.
     */
    public static void assertReported(Collection<? extends LeafEvent> events) {
        assertThat(events).isNotEmpty();
        boolean isDown = false;
        for (LeafEvent event : List.copyOf(events)) {
            if (event instanceof LeafEvent.SegmentServerChanged) {
                continue;
            }
            assertThat(event).isInstanceOf(isDown ? LeafEvent.SegmentStoreUp.class : LeafEvent.SegmentStoreDown.class);
            isDown = !isDown;
        }
        assertThat(isDown).as("still down").isFalse();
    }
}
