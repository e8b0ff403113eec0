package io.leafid.concurrent;

import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import io.leafid.time.LeafThreads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to a listener on a thread of its own, one after the other, in the order in which they were accepted. An
 * engine that has something to tell never waits for the listener. Thread-safe.
 *
 * <p>Nothing is delivered before {@link #open()}. When too many wait the oldest is dropped, because a listener that falls behind needs the
 * present state more than a past one.
 */
public final class EventDispatcher implements Consumer<LeafEvent>, AutoCloseable {

    /** Events that wait at most; a change of state makes one, so this is many minutes of a flapping store. */
    public static final int CAPACITY = 1_000;

    private static final Logger logger = LoggerFactory.getLogger(EventDispatcher.class);

    private final Consumer<? super LeafEvent> listener;
    private final ThreadPoolExecutor thread = LeafThreads.pool("leaf-events", 1);
    private final Queue<LeafEvent> early = new ArrayDeque<>(); // guarded by this
    private boolean isOpen; // guarded by this
    private boolean isFallingBehind; // guarded by this
    private volatile @Nullable Thread deliverer;

    /** Makes a dispatcher; the listener may take its time. */
    public EventDispatcher(Consumer<? super LeafEvent> listener) {
        this.listener = guarded(listener);
    }

    /** Begins to deliver. Idempotent. */
    public synchronized void open() {
        isOpen = true;
        early.forEach(this::deliver);
        early.clear();
    }

    /** Takes an event to be delivered; never blocks and never throws. After {@link #close()} the event is only logged. */
    @Override
    public synchronized void accept(LeafEvent event) {
        if (thread.isShutdown()) {
            logger.debug("no listener is told of {}, the context has ended", PrintableText.of(event.toString()));
        } else if (isOpen) {
            dropOldest();
            deliver(event);
        } else {
            early.add(event);
        }
    }

    private void deliver(LeafEvent event) {
        thread.execute(() -> {
            deliverer = Thread.currentThread();
            listener.accept(event);
            deliverer = null;
        });
    }

    private void dropOldest() {
        int waiting = thread.getQueue().size();
        if (waiting < CAPACITY) {
            isFallingBehind &= waiting > 0;
            return;
        }
        thread.getQueue().poll();
        if (!isFallingBehind) {
            isFallingBehind = true;
            logger.warn(
                    "the listeners of LeafEvent fall behind: {} events wait, the oldest are dropped; a listener should return soon",
                    CAPACITY);
        }
    }

    /** A listener that calls the given one and never throws: what that one throws is logged. */
    public static Consumer<LeafEvent> guarded(Consumer<? super LeafEvent> listener) {
        return event -> {
            try {
                listener.accept(event);
            } catch (RuntimeException ex) {
                logger.warn("a listener failed on {}", PrintableText.of(event.toString()), ex);
            }
        };
    }

    /** Waits until all events that were accepted are delivered; at once if a listener calls this, which cannot wait for itself. */
    public void drain(Duration atMost) {
        if (deliverer == Thread.currentThread() || thread.isShutdown()) {
            return;
        }
        Future<?> end = thread.submit(() -> {});
        try {
            end.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException ex) {
            logger.debug("a listener of LeafEvent has not returned within {}", atMost);
        }
    }

    /** Takes no more events; what waits and was not delivered by now is dropped, and counted in the log. */
    @Override
    public synchronized void close() {
        early.clear();
        int left = thread.getQueue().size();
        thread.getQueue().clear();
        thread.shutdown();
        if (left > 0) {
            logger.warn(
                    "{} events were not delivered before the context ended: a listener of LeafEvent was slow", left);
        }
    }
}
