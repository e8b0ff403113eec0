package io.leafid.segment;

import io.leafid.IdGenerationException;
import io.leafid.SegmentUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, keeps up to date and stops the segment engine. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - At most one refresh runs; the next one is scheduled when it has ended.
 *   - On close no id is handed out any more before what is left is given back.
 * </pre>
 */
final class SegmentLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(SegmentLifecycle.class);

    /** How long ago a tag was used that the next start should still preload. */
    static final Duration RECENT = Duration.ofDays(1);

    private final SegmentEngine engine;
    private final TagDirectory directory;
    private final List<String> preload;
    private final @Nullable RecentTags recentTags;
    private final ConcurrentMap<String, Usage> usages = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private int failedRefreshes; // touched by one refresh at a time, which the scheduler and the loader order

    SegmentLifecycle(
            SegmentEngine engine, TagDirectory directory, List<String> preload, @Nullable RecentTags recentTags) {
        this.engine = engine;
        this.directory = directory;
        this.preload = preload;
        this.recentTags = recentTags;
    }

    void start() {
        try {
            onLoader(directory::refresh);
        } catch (RuntimeException ex) {
            engine.health().failed(ex);
            if (engine.settings().failFast()) {
                close();
                throw ex;
            }
            failedRefreshes++;
            logger.warn("the tags could not be read, so none is preloaded: {}", StoreHealth.rootMessage(ex));
        }
        if (failedRefreshes == 0) {
            preload();
        }
        scheduleRefresh();
    }

    /** On a thread of the loader even at start, so that no transaction of the caller is near. */
    private void onLoader(Runnable call) {
        Future<?> future = engine.threads().loader().submit(call);
        try {
            future.get(engine.settings().loadTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SegmentUnavailableException("interrupted while reading the tags", ex);
        } catch (TimeoutException ex) {
            future.cancel(false);
            throw new SegmentUnavailableException(
                    "the store of segments has not answered within "
                            + engine.settings().loadTimeout(),
                    ex);
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(ex.getCause());
        }
    }

    private void preload() {
        Set<SegmentBuffer> buffers = new LinkedHashSet<>();
        for (String tag : preload) {
            try {
                buffers.add(directory.resolve(tag, Deadline.in(engine.settings().loadTimeout(), engine.time())));
            } catch (IdGenerationException ex) {
                logger.warn("tag '{}' is not preloaded: {}", tag, ex.getMessage());
            }
        }
        List<String> recent = (recentTags == null) ? List.of() : recentTags.read();
        for (String tag : recent) {
            Optional.ofNullable(directory.known(tag)).ifPresent(buffers::add);
        }
        List<Purchase> purchases = new ArrayList<>();
        for (SegmentBuffer buffer : buffers) {
            Optional.ofNullable(buffer.purchaser().buy(0)).ifPresent(purchases::add);
        }
        awaitAll(purchases);
    }

    private void awaitAll(List<Purchase> purchases) {
        long deadline =
                engine.time().nanoTime() + engine.settings().loadTimeout().toNanos();
        try {
            for (Purchase purchase : purchases) {
                purchase.await(deadline - engine.time().nanoTime());
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void scheduleRefresh() {
        Duration pause = engine.spread().pause(engine.settings().refreshInterval());
        if (failedRefreshes > 0) {
            Duration backOff = Duration.ofNanos(engine.backOff().nanosAfter(failedRefreshes));
            pause = (backOff.compareTo(pause) < 0) ? backOff : pause;
        }
        engine.scheduler().after(pause, this::submitRefresh);
    }

    private void submitRefresh() {
        try {
            engine.threads().loader().execute(this::refresh);
        } catch (RuntimeException | Error ex) { // rejected, or no thread to be had: the next one may succeed
            logger.debug("a refresh of the tags could not be started", ex);
            failedRefreshes++;
            scheduleNextRefresh();
        }
    }

    private void refresh() {
        try {
            directory.refresh();
            failedRefreshes = 0;
            noteUsage();
        } catch (RuntimeException | Error ex) {
            failedRefreshes++;
            engine.health().failed(ex);
        } finally {
            scheduleNextRefresh();
        }
    }

    private void scheduleNextRefresh() {
        if (!closed.get()) {
            scheduleRefresh();
        }
    }

    /** Notes which tags have issued ids since the last look; cheaper than noting it at each id. */
    private void noteUsage() {
        long now = engine.time().currentTimeMillis();
        for (SegmentBuffer buffer : directory.buffers()) {
            long issued = buffer.issued();
            if (issued > 0) {
                usages.compute(
                        buffer.tag(),
                        (tag, before) -> (before != null && before.issued == issued) ? before : new Usage(issued, now));
            }
        }
    }

    private List<String> recentlyUsed() {
        long since = engine.time().currentTimeMillis() - RECENT.toMillis();
        return usages.entrySet().stream()
                .filter(usage -> usage.getValue().lastMillis >= since)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        noteUsage();
        directory.close();
        engine.scheduler().close();
        List<Runnable> returns = new ArrayList<>();
        for (SegmentBuffer buffer : directory.buffers()) {
            buffer.retire().ifPresent(rest -> returns.add(() -> giveBack(buffer.tag(), rest)));
            // After the retirement, so that whoever is woken by it finds no buffer to buy for.
            buffer.purchaser().cancel(new SegmentUnavailableException("the segment generator is closed", null));
        }
        if (recentTags != null && !usages.isEmpty()) {
            recentTags.write(recentlyUsed());
        }
        endLoader(engine.settings().returnUnused() ? returns : List.of());
    }

    private void giveBack(String tag, SegmentRange rest) {
        try {
            if (engine.store().giveBack(tag, rest.first(), rest.end())) {
                logger.debug("tag '{}': gave back {}", tag, rest);
            }
        } catch (RuntimeException ex) {
            logger.debug("tag '{}': {} could not be given back and is burnt", tag, rest, ex);
        }
    }

    private void endLoader(List<Runnable> returns) {
        boolean storeIsUp = engine.health().status().state() == StoreStatus.State.UP;
        try {
            if (storeIsUp) {
                returns.forEach(engine.threads().loader()::execute); // else each would only wait for its time-out
            }
        } finally {
            engine.threads().shutDown();
        }
        Deadline deadline = Deadline.in(engine.settings().loadTimeout(), engine.time());
        try {
            if (!engine.threads().awaitEnd(deadline)) {
                logger.warn("the store of segments has not answered within {} of closing", deadline.limit());
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private record Usage(long issued, long lastMillis) {}
}
