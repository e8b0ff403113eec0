package io.leafid.concurrent;

import io.leafid.LeafEvent;
import io.leafid.PrintableText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
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
 * <p>Nothing is delivered before {@link #open()}. When the queue is full the oldest event is dropped, because a listener
 * that falls behind needs the present state more than a past one.
 *
 * <pre>
 * Invariants
 *   - At most one delivery runs; `delivering` is set under the lock when it is handed over and cleared under the lock when
 *     the queue is empty, or when no thread could be had. Then the next event hands it over again.
 *   - Events leave the queue in the order in which they entered it.
 * Locks: `lock` guards the fields. The listener is called and threads are asked for outside of it.
 * </pre>
 */
public final class EventDispatcher implements Consumer<LeafEvent>, AutoCloseable {

    /** Events that wait at most; a change of state makes one, so this is many minutes of a flapping store. */
    public static final int CAPACITY = 1_000;

    private static final Logger logger = LoggerFactory.getLogger(EventDispatcher.class);

    private final Consumer<? super LeafEvent> listener;
    private final Executor executor;
    private final int capacity;
    private final Object lock = new Object();
    private final Deque<LeafEvent> queue = new ArrayDeque<>();
    private boolean isOpen;
    private boolean isClosed;
    private boolean delivering;
    private boolean isFallingBehind;
    private @Nullable CompletableFuture<Boolean> drained;
    private volatile @Nullable Thread deliverer;

    /** Makes a dispatcher that keeps at most {@value #CAPACITY} events; the executor's thread may be held up by the listener. */
    public EventDispatcher(Consumer<? super LeafEvent> listener, Executor executor) {
        this(listener, executor, CAPACITY);
    }

    EventDispatcher(Consumer<? super LeafEvent> listener, Executor executor, int capacity) {
        this.listener = listener;
        this.executor = executor;
        this.capacity = capacity;
    }

    /** Begins to deliver. Idempotent. */
    public void open() {
        synchronized (lock) {
            isOpen = true;
        }
        handOver();
    }

    /** Takes an event to be delivered; never blocks and never throws. After {@link #close()} the event is only logged. */
    @Override
    public void accept(LeafEvent event) {
        boolean isLate;
        LeafEvent firstLost = null;
        synchronized (lock) {
            isLate = isClosed;
            if (!isLate && queue.size() >= capacity) {
                LeafEvent lost = queue.poll();
                firstLost = isFallingBehind ? null : lost;
                isFallingBehind = true;
            }
            if (!isLate) {
                queue.add(event);
            }
        }
        if (isLate) {
            logger.debug("no listener is told of {}, the context has ended", PrintableText.of(event.toString()));
            return;
        }
        if (firstLost != null) {
            logger.warn(
                    "the listeners of LeafEvent fall behind: {} events wait, the oldest are dropped, first {}; a listener should return soon",
                    capacity,
                    PrintableText.of(firstLost.toString()));
        }
        handOver();
    }

    private void handOver() {
        synchronized (lock) {
            if (delivering || !isOpen || queue.isEmpty()) {
                return;
            }
            delivering = true;
        }
        try {
            executor.execute(this::deliver);
        } catch (RuntimeException | Error ex) { // closed, or no thread to be had: the next event tries again
            synchronized (lock) {
                delivering = false;
                settle(false);
            }
            logger.warn("the listeners of LeafEvent cannot be told now", ex);
        }
    }

    private void deliver() {
        deliverer = Thread.currentThread();
        for (LeafEvent event = next(); event != null; event = next()) {
            tell(listener, event);
        }
    }

    /** A listener that calls the given one and never throws: what that one throws is logged. */
    public static Consumer<LeafEvent> guarded(Consumer<? super LeafEvent> listener) {
        return event -> tell(listener, event);
    }

    /** Calls the listener; what is thrown, by the listener or by the log for want of memory, goes no further. */
    private static void tell(Consumer<? super LeafEvent> listener, LeafEvent event) {
        try {
            try {
                listener.accept(event);
            } catch (RuntimeException | Error ex) {
                logger.warn("a listener failed on {}", PrintableText.of(event.toString()), ex);
            }
        } catch (OutOfMemoryError ex) {
            // there is no memory to say so
        }
    }

    private @Nullable LeafEvent next() {
        synchronized (lock) {
            LeafEvent event = queue.poll();
            if (event == null) {
                deliverer = null;
                delivering = false;
                isFallingBehind = false;
                settle(true);
            }
            return event;
        }
    }

    /** Wakes a caller that waits for the end of the delivery, and tells it whether none is left. */
    private void settle(boolean isEmpty) {
        if (drained != null) {
            drained.complete(isEmpty);
            drained = null;
        }
    }

    /**
     * Waits until all events that were accepted are delivered; at once if a listener calls this or nothing is delivered yet.
     *
     * @return whether none is left
     */
    public boolean drain(Duration atMost) {
        if (deliverer == Thread.currentThread()) { // a listener closes the context: it cannot wait for itself
            return false;
        }
        handOver();
        CompletableFuture<Boolean> end;
        synchronized (lock) {
            if (!delivering) {
                return queue.isEmpty();
            }
            end = (drained == null) ? new CompletableFuture<>() : drained;
            drained = end;
        }
        return await(end, atMost);
    }

    private static boolean await(CompletableFuture<Boolean> end, Duration atMost) {
        try {
            return end.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException ex) {
            logger.debug("a listener of LeafEvent has not returned within {}", atMost);
        }
        return false;
    }

    /** Takes no more events; what waits and was not delivered by now is dropped, and counted in the log. */
    @Override
    public void close() {
        int left;
        synchronized (lock) {
            isClosed = true;
            left = isOpen ? queue.size() : 0; // a start that failed has no listeners
            queue.clear();
        }
        if (left > 0) {
            logger.warn(
                    "{} events were not delivered before the context ended: a listener of LeafEvent was slow", left);
        }
    }
}
