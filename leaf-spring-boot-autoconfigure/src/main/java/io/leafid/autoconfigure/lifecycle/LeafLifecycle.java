package io.leafid.autoconfigure.lifecycle;

import io.leafid.ManagedIdGenerator;
import io.leafid.segment.store.StartFailures;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes a generator when the context closes: after everything that may still need ids, above all the web server with its
 * requests in flight, and before the beans are destroyed that the generator needs itself. Thread-safe.
 *
 * <p>A context that is only stopped, as before a checkpoint of the process, stops the generator: what is reserved in
 * memory is given back, since the memory may be restored more than once. A context that is paused keeps it.
 */
public final class LeafLifecycle extends ContextLifecycle implements ApplicationListener<ContextClosedEvent> {

    private final ApplicationContext context;
    private final String name;
    private final ObjectProvider<? extends ManagedIdGenerator> generator;
    private final Supplier<? extends @Nullable StartFailures> failures;
    private volatile boolean isDue;
    private volatile boolean closing;

    /**
     * Begins and ends with a context.
     *
     * @param name the generator's: one that nothing has asked for yet is not made to be ended, where beans are made late
     * @param generator asked for, since a test may have replaced it by a mock of another type
     * @param startsLate whether it is first started with the context, since it needs what all beans have made
     * @param failures explains why it cannot be started
     */
    public LeafLifecycle(
            ApplicationContext context,
            String name,
            ObjectProvider<? extends ManagedIdGenerator> generator,
            boolean startsLate,
            Supplier<? extends @Nullable StartFailures> failures) {
        super(GENERATORS);
        this.context = context;
        this.name = name;
        this.generator = generator;
        this.isDue = startsLate;
        this.failures = failures;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext().equals(context)) { // children report to their parents too
            closing = true;
        }
    }

    @Override
    protected void begin() {
        if (isDue) {
            generator.ifAvailable(each -> start(each, failures.get()));
            isDue = false;
        }
    }

    /** Starts a generator, or explains why it cannot be started. */
    public static void start(ManagedIdGenerator generator, @Nullable StartFailures failures) {
        try {
            generator.start();
        } catch (RuntimeException ex) {
            throw (failures == null) ? ex : failures.explain(ex);
        }
    }

    @Override
    protected void end() {
        SingletonBeanRegistry made = (SingletonBeanRegistry) context.getAutowireCapableBeanFactory();
        if (!made.containsSingleton(name)) {
            return;
        }
        if (closing) {
            generator.ifAvailable(ManagedIdGenerator::close);
        } else {
            generator.ifAvailable(ManagedIdGenerator::stop);
            isDue = true;
        }
    }
}
