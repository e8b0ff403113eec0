package io.leafid.data.shardingsphere;

import io.leafid.data.property.LeafIdSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * An application that uses Leaf, as {@link LeafKeyGenerateAlgorithm} knows it: from before the first bean of it can insert a row until the
 * last one is stopped, and not while it is paused. What ShardingSphere makes is shared by the process. Thread-safe.
 */
public final class LeafApplicationRegistration implements BeanFactoryPostProcessor, SmartLifecycle, DisposableBean {

    private static final List<LeafIdSource> APPLICATIONS = new CopyOnWriteArrayList<>();

    private final LeafIdSource source;

    /** An application by the source of its ids. */
    public LeafApplicationRegistration(LeafIdSource source) {
        this.source = source;
    }

    /**
     * The only application: with several there is no telling whose ids are wanted, and those of another one could be there twice.
     *
     * @param path the column that is to be filled, for the message
     * @throws IllegalStateException if there is none, or several
     */
    static LeafIdSource only(String path) {
        List<LeafIdSource> running = List.copyOf(APPLICATIONS);
        if (running.size() == 1) {
            return running.get(0);
        }
        throw new IllegalStateException(
                running.isEmpty()
                        ? path
                                + " is to be filled by Leaf, but no application of this process that uses Leaf is running;"
                                + " insert rows while it runs"
                        : path + " is to be filled by Leaf, but " + running.size()
                                + " applications of this process use Leaf, and ShardingSphere does not say which one"
                                + " inserts; run them in processes of their own");
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        start();
    }

    @Override
    public void start() {
        if (!isRunning()) {
            APPLICATIONS.add(source);
        }
    }

    @Override
    public void stop() {
        APPLICATIONS.remove(source);
    }

    @Override
    public boolean isRunning() {
        return APPLICATIONS.contains(source);
    }

    /** Stopped after all others. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }

    /** Also after a start that failed, which nothing stops. */
    @Override
    public void destroy() {
        stop();
    }
}
