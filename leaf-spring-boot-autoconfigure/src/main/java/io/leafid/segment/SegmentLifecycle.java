package io.leafid.segment;

import io.leafid.IdGenerationException;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.SegmentThreads.Pools;
import io.leafid.segment.buffer.StoreCall;
import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.segment.notes.TagNotes;
import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.status.StoreStatus;
import io.leafid.text.DurationText;
import io.leafid.text.Reasons;
import io.leafid.time.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, stops, starts again and closes the segment engine. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `phase` moves from NEW to RUNNING, between RUNNING and STOPPED, and to CLOSED for good. The call that moves it does what
 *     belongs to the move.
 *   - After a stop or a close no id is handed out any more before what is left is given back; nothing that was reserved
 *     before a stop is handed out after it.
 *   - A move to STOPPED or CLOSED and the end of issuing are one step: a second call that finds it made returns after it.
 *   - A stop ends the threads of its own run, whether or not another run has begun meanwhile.
 * Locks: `moving` guards `phase` and that step. No store call is made while it is held.
 * </pre>
 */
final class SegmentLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(SegmentLifecycle.class);

    private final SegmentContext context;
    private final SegmentSettings settings;
    private final TagRegistry registry;
    private final List<String> preload;
    private final TagNotes notes;
    private final Object moving = new Object();
    private Phase phase = Phase.NEW;
    private volatile @Nullable Refreshes refreshes;

    SegmentLifecycle(
            SegmentContext context,
            SegmentSettings settings,
            TagRegistry registry,
            List<String> preload,
            TagNotes notes) {
        this.context = context;
        this.settings = settings;
        this.registry = registry;
        this.preload = preload;
        this.notes = notes;
    }

    /**
     * Starts, for the first time or after a stop; does nothing if it runs already. If it throws, it is to be closed.
     *
     * @param endured the failures of the store that do not stop the start, whatever the settings say
     */
    void start(Predicate<RuntimeException> endured) {
        if (!moveToRunning()) {
            return;
        }
        boolean wasRead = readTags(endured);
        if (wasRead) {
            preload();
        }
        Refreshes fresh = new Refreshes(context, settings.refreshInterval(), registry);
        refreshes = fresh;
        fresh.begin(wasRead);
        notes.begin(registry::buffers);
    }

    private boolean moveToRunning() {
        synchronized (moving) {
            if (phase == Phase.CLOSED) {
                throw new IllegalStateException("the segment generator is closed and cannot be started again");
            }
            Phase before = phase;
            phase = Phase.RUNNING;
            if (before == Phase.STOPPED) {
                context.threads().renew();
                registry.open();
            }
            return before != Phase.RUNNING;
        }
    }

    private boolean readTags(Predicate<RuntimeException> endured) {
        try {
            onLoader(registry::refresh);
            return true;
        } catch (RuntimeException | Error ex) {
            context.health().failed(ex);
            boolean isEndured = ex instanceof RuntimeException failure && endured.test(failure);
            if (settings.failFast() && !isEndured) {
                throw ex;
            }
            logger.warn("the tags could not be read, so none is preloaded: {}", Reasons.of(ex));
            return false;
        }
    }

    /** On a thread of the loader even at start, so that no transaction of the caller is near. */
    private void onLoader(Runnable call) {
        Future<?> future = context.threads().storeCalls().submit(call);
        try {
            future.get(context.settings().loadTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SegmentUnavailableException("interrupted while reading the tags", ex);
        } catch (TimeoutException ex) {
            future.cancel(false);
            throw new SegmentUnavailableException(
                    context.health().name() + " has not answered within "
                            + DurationText.of(context.settings().loadTimeout()),
                    ex);
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(ex.getCause());
        }
    }

    private void preload() {
        Set<TagBuffer> buffers = new LinkedHashSet<>();
        for (String tag : preload) {
            try {
                Deadline deadline = Deadline.in(context.settings().loadTimeout(), context.time());
                buffers.add(registry.resolve(tag, deadline, Unknown.AS_CONFIGURED));
            } catch (IdGenerationException ex) {
                logger.warn("tag '{}' is not preloaded: {}", PrintableText.of(tag), ex.getMessage());
            }
        }
        for (String tag : notes.recentTags()) {
            Optional.ofNullable(registry.known(tag)).ifPresent(buffers::add);
        }
        List<StoreCall<?>> calls = new ArrayList<>();
        for (TagBuffer buffer : buffers) {
            Optional.ofNullable(buffer.prepare()).ifPresent(calls::add);
        }
        awaitAll(calls);
    }

    private void awaitAll(List<StoreCall<?>> calls) {
        Deadline deadline = Deadline.in(context.settings().loadTimeout(), context.time());
        try {
            for (StoreCall<?> call : calls) {
                call.await(deadline);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives back or burns all that is reserved and ends all threads; does nothing unless it runs. */
    void stop() {
        List<Runnable> returns;
        Pools threads;
        synchronized (moving) {
            if (phase != Phase.RUNNING) {
                return;
            }
            phase = Phase.STOPPED;
            threads = context.threads().current();
            returns = endIssuing("the segment generator is stopped; it issues ids again once it is started");
        }
        endThreads(threads, returns);
    }

    /** The same for good. */
    void close() {
        List<Runnable> returns;
        Pools threads;
        synchronized (moving) {
            Phase before = phase;
            phase = Phase.CLOSED;
            if (before == Phase.CLOSED) {
                return;
            }
            if (before == Phase.STOPPED) {
                registry.close("the segment generator is closed");
                return; // the stop does the rest
            }
            threads = context.threads().current();
            returns = endIssuing("the segment generator is closed");
        }
        endThreads(threads, returns);
    }

    private List<Runnable> endIssuing(String reason) {
        registry.close(reason);
        context.scheduler().close();
        Refreshes running = refreshes;
        if (running != null) {
            running.end();
        }
        List<Runnable> returns = new ArrayList<>();
        for (TagBuffer buffer : registry.buffers()) {
            buffer.retire(new SegmentUnavailableException(reason, null))
                    .ifPresent(rest -> returns.add(() -> giveBack(buffer.tag(), rest)));
        }
        return returns;
    }

    private void endThreads(Pools threads, List<Runnable> returns) {
        notes.end();
        endLoader(threads, settings.returnUnused() ? returns : List.of());
    }

    private void giveBack(String tag, SegmentRange rest) {
        try {
            if (context.store().giveBack(tag, rest.first(), rest.end())) {
                logger.debug("tag '{}': gave back {}", tag, rest);
            }
        } catch (RuntimeException ex) {
            logger.debug("tag '{}': {} could not be given back and is burnt", tag, rest, ex);
        }
    }

    private void endLoader(Pools threads, List<Runnable> returns) {
        boolean storeIsUp = context.health().status().state() == StoreStatus.State.UP;
        try {
            if (storeIsUp) {
                returns.forEach(threads.storeCalls()::execute); // else each would only wait for its time-out
            }
        } catch (RuntimeException | Error ex) { // no thread to be had: what is not handed over is burnt
            logger.debug("not all that is left could be given back", ex);
        } finally {
            threads.shutDown();
        }
        Deadline deadline = Deadline.in(context.settings().loadTimeout(), context.time());
        try {
            if (!threads.awaitEnd(deadline)) {
                logger.warn(
                        "{} has not answered within {} of closing",
                        context.health().name(),
                        DurationText.of(deadline.limit()));
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private enum Phase {
        NEW,
        RUNNING,
        STOPPED,
        CLOSED
    }
}
