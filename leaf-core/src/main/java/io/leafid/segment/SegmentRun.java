package io.leafid.segment;

import io.leafid.IdGenerationException;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.buffer.SegmentThreads.Pools;
import io.leafid.segment.buffer.StoreCall;
import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.segment.notes.TagNotes;
import io.leafid.segment.status.SegmentRange;
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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of the engine of one store, from a start to the next stop: its threads, its refreshes, and what is left at its end. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - A run begins once and ends once, and the next start makes another one. Whatever this one plans or hands over goes to its own
 *     threads, which take nothing more once it has ended; so none of it reaches the next run.
 *   - When issuing has ended, no allocation of the run is under way that might still change what the tags know, and no buffer issues.
 *   - A start that is overtaken by the end of its run does no more and throws nothing.
 * Locks: none of its own; issuing begins and ends under the one of StoreEngines.
 * </pre>
 */
final class SegmentRun {

    private static final Logger logger = LoggerFactory.getLogger(SegmentRun.class);

    /** Half of the threads that ask the store: the others are for callers. */
    private static final int PRELOADED_AT_ONCE = SegmentThreads.LOADERS / 2;

    private final SegmentContext context;
    private final SegmentSettings settings;
    private final TagRegistry registry;
    private final TagNotes notes;
    private final Pools threads;
    private final Runnable reading;
    private final Refreshes refreshes;
    private final List<Runnable> returns = new ArrayList<>(); // written by the end of issuing, read after it
    private volatile boolean ended;

    SegmentRun(SegmentContext context, SegmentSettings settings, TagRegistry registry, TagNotes notes, Pools threads) {
        this.context = context;
        this.settings = settings;
        this.registry = registry;
        this.notes = notes;
        this.threads = threads;
        this.reading = registry::refresh;
        this.refreshes = new Refreshes(context, threads, settings.refreshInterval(), reading);
    }

    /**
     * Reads the tags, allocates what is to be preloaded, and goes on doing so.
     *
     * @param preload tags whose first segment is allocated now
     * @param endured the failures of the store that do not stop the start, whatever the settings say
     */
    void start(List<String> preload, Predicate<RuntimeException> endured) {
        try {
            boolean wasRead = readTags(endured);
            if (wasRead && !ended) {
                preload(preload);
            }
            refreshes.begin(wasRead);
            notes.begin(threads, registry.buffers());
        } catch (RuntimeException ex) {
            if (!ended) {
                throw ex;
            }
            logger.debug("the start was overtaken by a stop", ex);
        }
    }

    private boolean readTags(Predicate<RuntimeException> endured) {
        long begun = context.time().nanoTime();
        try {
            onLoader();
            return true;
        } catch (RuntimeException ex) {
            if (ended) {
                throw ex;
            }
            context.health().failed(ex, begun);
            boolean isEndured = endured.test(ex);
            if (settings.failFast() && !isEndured) {
                throw ex;
            }
            logger.warn("the tags could not be read, so none is preloaded: {}", Reasons.of(ex));
            return false;
        }
    }

    /** On a thread of the loader even at start, so that no transaction of the caller is near. */
    private void onLoader() {
        Future<?> future = threads.storeCalls().submit(reading);
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

    private void preload(List<String> preload) {
        Set<@Nullable TagBuffer> buffers = new LinkedHashSet<>();
        for (String tag : preload) {
            try {
                Deadline deadline = Deadline.in(context.settings().loadTimeout(), context.time());
                buffers.add(registry.resolve(tag, deadline, Unknown.AS_CONFIGURED));
            } catch (IdGenerationException ex) {
                logger.warn("tag '{}' is not preloaded: {}", PrintableText.of(tag), ex.getMessage());
            }
        }
        for (String tag : notes.recentTags()) {
            buffers.add(registry.known(tag));
        }
        prepare(buffers);
    }

    /** A few at a time, as long as the start waits: so a caller's allocation never queues behind them. */
    private void prepare(Set<@Nullable TagBuffer> buffers) {
        Deadline deadline = Deadline.in(context.settings().loadTimeout(), context.time());
        List<StoreCall<?>> calls = new ArrayList<>();
        for (TagBuffer buffer : buffers) {
            StoreCall<?> call = (buffer == null) ? null : buffer.prepare();
            if (call != null) {
                calls.add(call);
            }
            if (calls.size() == PRELOADED_AT_ONCE) {
                if (!awaitAll(calls, deadline)) {
                    return;
                }
                calls.clear();
            }
        }
        boolean unused = awaitAll(calls, deadline);
    }

    private boolean awaitAll(List<StoreCall<?>> calls, Deadline deadline) {
        try {
            for (StoreCall<?> call : calls) {
                if (!call.await(deadline)) {
                    return false;
                }
            }
            return !ended;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends issuing: from now on nothing is handed out, and what is left is to be given back or discarded. */
    void endIssuing(String reason) {
        ended = true;
        registry.close(reason);
        threads.scheduler().close();
        refreshes.end();
        registry.buffers().forEach(buffer -> retire(buffer, reason));
    }

    private void retire(TagBuffer buffer, String reason) {
        Optional<SegmentRange> rest = buffer.retire(new SegmentUnavailableException(reason, null));
        if (rest.isPresent()) {
            returns.add(() -> giveBack(buffer.tag(), rest.get()));
        }
    }

    /** Notes and gives back what is left, and ends the threads. */
    void end() {
        notes.end();
        boolean storeIsUp = context.health().status().state() == Availability.State.UP;
        try {
            if (storeIsUp && settings.returnUnused()) { // else each would only wait for its time-out
                returns.forEach(threads.storeCalls()::execute);
            }
        } catch (RejectedExecutionException ex) { // what is not handed over is discarded
            logger.debug("not all that is left could be given back", ex);
        }
        threads.shutDown();
        awaitEnd();
    }

    private void awaitEnd() {
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

    private void giveBack(String tag, SegmentRange rest) {
        try {
            if (context.store().giveBack(tag, rest.first(), rest.end())) {
                logger.debug("tag '{}': gave back {}", tag, rest);
            }
        } catch (RuntimeException ex) {
            logger.debug("tag '{}': {} could not be given back and is discarded", tag, rest, ex);
        }
    }
}
