package io.leafid.data.shardingsphere;

import io.leafid.data.property.LeafIdSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Tells {@link LeafKeyGenerateAlgorithm} of an application, before the first bean of it can insert a row and until the last one
 * is stopped. An application that is paused is none meanwhile. Thread-safe.
 */
public final class LeafApplicationRegistration implements BeanFactoryPostProcessor, SmartLifecycle, DisposableBean {

    private final LeafIdSource source;
    private volatile boolean running;

    /** Tells of an application by the source of its ids. */
    public LeafApplicationRegistration(LeafIdSource source) {
        this.source = source;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        LeafApplications.add(source);
    }

    @Override
    public void start() {
        LeafApplications.add(source);
        running = true;
    }

    @Override
    public void stop() {
        destroy();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stopped after all others. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }

    /** Also after a start that failed, which nothing stops. */
    @Override
    public void destroy() {
        LeafApplications.remove(source);
    }
}
