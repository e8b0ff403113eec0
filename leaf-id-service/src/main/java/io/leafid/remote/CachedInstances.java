package io.leafid.remote;

import io.leafid.concurrent.CoalescingTask;
import io.leafid.text.Reasons;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last list of instances that a registry has told, kept in memory. Thread-safe.
 *
 * <p>Only a process that knows no list at all waits for the registry. Any other goes on with the list it has while another
 * thread asks: so the registry may be unavailable at run time.
 *
 * <pre>
 * Invariants
 *   - `known` is never replaced by an empty list: a registry that lost its entries says less than the last list did.
 * Locks: none.
 * </pre>
 */
public final class CachedInstances implements InstanceSource {

    private static final Logger logger = LoggerFactory.getLogger(CachedInstances.class);

    private final InstanceSource registry;
    private final Duration refreshInterval;
    private final TimeSource time;
    private final CoalescingTask asking;
    private final AtomicBoolean failing = new AtomicBoolean();
    private volatile List<ServiceInstance> known = List.of();
    private volatile boolean due = true;
    private volatile long askedNanos;

    /**
     * Makes a cache that knows nothing yet.
     *
     * @param registry what is asked; may block
     * @param refreshInterval how often the registry is asked, as long as there are calls
     * @param background runs one task at a time, which may block
     * @param time clocks
     */
    public CachedInstances(InstanceSource registry, Duration refreshInterval, Executor background, TimeSource time) {
        this.registry = registry;
        this.refreshInterval = refreshInterval;
        this.asking = new CoalescingTask(background, this::askQuietly);
        this.time = time;
    }

    @Override
    public List<ServiceInstance> instances() {
        if (known.isEmpty()) {
            askForTheFirstTime();
        } else if (isDue()) {
            asking.request();
        }
        return known;
    }

    @Override
    public void doubt() {
        due = true;
    }

    private boolean isDue() {
        return due || time.nanoTime() - askedNanos >= refreshInterval.toNanos();
    }

    private void askQuietly() {
        if (!isDue()) {
            return; // another thread has asked since
        }
        try {
            ask();
            if (failing.getAndSet(false)) {
                logger.info("the instances of the id service can be looked up again: {}", known);
            }
        } catch (RuntimeException ex) {
            if (failing.compareAndSet(false, true)) {
                logger.warn("the instances of the id service cannot be looked up; the last list serves: {}", known, ex);
            }
        }
    }

    private void askForTheFirstTime() {
        try {
            ask();
        } catch (RuntimeException ex) {
            throw new IdServiceException(
                    "the instances of the id service cannot be looked up: " + Reasons.of(ex),
                    ServiceTrouble.REGISTRY,
                    ex);
        }
    }

    private void ask() {
        due = false;
        askedNanos = time.nanoTime();
        List<ServiceInstance> fresh = registry.instances();
        if (fresh.isEmpty()) {
            logger.debug("no instance is registered; the last list serves: {}", known);
        } else {
            known = List.copyOf(fresh);
        }
    }
}
