package io.leafid.specification;

import io.leafid.segment.store.SegmentStore;
import io.leafid.workerid.WorkerIdHolder;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/** Decorator of the beans at which the protocols meet the outside, so that what happens there is written down if a property asks for it. */
public final class TracedBeans
        implements BeanPostProcessor,
                ApplicationListener<ContextClosedEvent>,
                ApplicationContextInitializer<ConfigurableApplicationContext> {

    private final EventFile file;
    private final String place;

    /** Writes to a file; the process has its marks in a place. */
    public TracedBeans(EventFile file, String place) {
        this.file = file;
        this.place = place;
        file.add(SegmentEvent.of(SegmentEvent.Kind.STARTS, ""));
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.getBeanFactory().addBeanPostProcessor(this);
        context.addApplicationListener(this);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof SegmentStore store) {
            return file.traced(store);
        }
        return (bean instanceof WorkerIdHolder holder) ? file.traced(holder, place) : bean;
    }

    /** The engines stop after this. */
    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        file.add(SegmentEvent.of(SegmentEvent.Kind.STOPS, ""));
    }
}
