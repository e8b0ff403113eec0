package io.leafid.chaos;

import io.leafid.segment.store.SegmentStore;
import io.leafid.specification.EventFile;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.TracedHolder;
import io.leafid.specification.TracedStore;
import io.leafid.workerid.WorkerIdHolder;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/** Decorator of the beans at which the protocols meet the outside, so that what happens there is written down. */
final class TracedBeans implements BeanPostProcessor, ApplicationListener<ContextClosedEvent> {

    private final EventFile file;
    private final String place;

    /** Writes to a file; the process has its marks in a place. */
    TracedBeans(EventFile file, String place) {
        this.file = file;
        this.place = place;
        file.add(SegmentEvent.of(SegmentEvent.Kind.STARTS, ""));
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof SegmentStore store) {
            return new TracedStore(store, "", file::add);
        }
        return (bean instanceof WorkerIdHolder holder) ? new TracedHolder(holder, "", place, file::add) : bean;
    }

    /** The engines stop after this. */
    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        file.add(SegmentEvent.of(SegmentEvent.Kind.STOPS, ""));
    }
}
