package io.leafid.segment;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.LeafEvent;
import io.leafid.Tags;
import io.leafid.segment.SegmentAwaiter.Unknown;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ids from ranges that are allocated per tag from a {@link SegmentStore} and served from memory, the next range allocated
 * ahead of need. Thread-safe.
 *
 * <p>Life: {@link #start()}, then any number of calls, then {@link #close()}. After that every call throws. In between it may
 * be stopped and started again, any number of times, as before and after a snapshot of the process; while it is stopped every
 * call throws, and sequences obtained before go on after the next start.
 */
public final class SegmentIdGenerator implements IdGenerator, AutoCloseable {

    private final TagRegistry registry;
    private final SegmentLifecycle lifecycle;
    private final SegmentContext context;

    /**
     * Makes a generator with its own threads.
     *
     * @param store where ranges are allocated; not closed by the generator
     * @param settings what can be set
     * @param preload tags whose first segment is allocated at start, before the first call
     * @param recentTags file in which the tags in use and the highest ids that were handed out are noted for the next start,
     *     or {@code null}
     * @param events receives what an operator should hear of; must return at once, since allocations wait for it
     */
    public SegmentIdGenerator(
            SegmentStore store,
            SegmentSettings settings,
            Collection<String> preload,
            @Nullable Path recentTags,
            Consumer<LeafEvent> events) {
        this(
                store,
                settings,
                preload,
                recentTags,
                events,
                TimeSource.system(),
                SegmentThreads.create(),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /** The same with threads that others use too, which are not ended with the generator. */
    public SegmentIdGenerator(
            SegmentStore store,
            SegmentSettings settings,
            Collection<String> preload,
            @Nullable Path recentTags,
            Consumer<LeafEvent> events,
            SharedThreads threads) {
        this(
                store,
                settings,
                preload,
                recentTags,
                events,
                TimeSource.system(),
                SegmentThreads.of(threads),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    SegmentIdGenerator(
            SegmentStore store,
            SegmentSettings settings,
            Collection<String> preload,
            @Nullable Path recentTags,
            Consumer<LeafEvent> events,
            TimeSource time,
            SegmentThreads threads,
            DoubleSupplier random) {
        StoreHealth health = new StoreHealth(time, events);
        this.context =
                new SegmentContext(store, settings, new BackOff(random), new Spread(random), time, threads, health);
        TagNotes notes = new TagNotes(context, (recentTags == null) ? null : new RecentTags(recentTags));
        this.registry = new TagRegistry(context, notes);
        preload.forEach(Tags::requireLegal);
        this.lifecycle = new SegmentLifecycle(context, registry, List.copyOf(preload), notes);
    }

    /**
     * Reads the tags and allocates the first segments of those to be preloaded; for the first time, or again after
     * {@link #stop()}.
     *
     * @throws RuntimeException of the store if it cannot be read and the settings say to fail then
     * @throws IllegalStateException if the generator is closed
     */
    public void start() {
        lifecycle.start();
    }

    /**
     * Stops issuing, gives back to the store what was never handed out, if the settings say so, or burns it, and ends all
     * threads, until the next {@link #start()}. Idempotent.
     */
    public void stop() {
        lifecycle.stop();
    }

    @Override
    public long nextId(String tag) {
        SegmentBuffer buffer = registry.known(tag);
        return (buffer != null) ? buffer.next() : firstIds(tag, 1, Unknown.AS_CONFIGURED)[0];
    }

    @Override
    public long[] nextIds(String tag, int count) {
        SegmentBuffer buffer = registry.known(tag);
        return (buffer != null) ? buffer.next(count) : firstIds(tag, count, Unknown.AS_CONFIGURED);
    }

    /** Whether a tag without a row gets one on first use. */
    public boolean createsTags() {
        return context.settings().autoCreate() != null;
    }

    /**
     * As {@link #nextIds}, but a tag that has no row never gets one, also if its row is deleted while the call waits. For callers
     * that are not trusted to create tags.
     *
     * @throws io.leafid.UnknownTagException if there is no such tag
     */
    public long[] nextIdsOfExisting(String tag, int count) {
        return firstIds(tag, count, Unknown.REFUSED);
    }

    private long[] firstIds(String tag, int count, Unknown unknown) {
        Tags.requireBatch(count);
        Deadline deadline = context.deadline();
        return registry.resolve(tag, deadline, unknown).next(count, deadline, unknown);
    }

    @Override
    public IdSequence sequence(String tag) {
        return registry.resolve(tag, context.deadline(), Unknown.AS_CONFIGURED);
    }

    /** What the buffers hold, sorted by tag; consumes no id and asks no store. */
    public List<SegmentTagStatus> status() {
        long now = context.time().nanoTime();
        return registry.buffers().stream()
                .filter(buffer -> !buffer.isRetired())
                .map(buffer -> SegmentTagStatus.read(buffer, now))
                .sorted(Comparator.comparing(SegmentTagStatus::tag))
                .toList();
    }

    /** What the buffer of one tag holds; nothing if the tag is not known. */
    public Optional<SegmentTagStatus> status(String tag) {
        return Optional.ofNullable(registry.known(tag))
                .filter(buffer -> !buffer.isRetired())
                .map(buffer -> SegmentTagStatus.read(buffer, context.time().nanoTime()));
    }

    /** What the buffers of the tags hold that a query chooses; consumes no id and asks no store. */
    public SegmentTagPage status(SegmentTagQuery query) {
        TagSelection selection = new TagSelection(query, context.time().nanoTime());
        registry.buffers().stream().filter(buffer -> !buffer.isRetired()).forEach(selection::offer);
        return selection.page();
    }

    /** The tags that a segment was allocated for in this run, or is being allocated, and that still exist; asks no store. */
    public Set<String> usedTags() {
        return registry.buffers().stream()
                .filter(buffer -> !buffer.isRetired() && buffer.isUsed())
                .map(SegmentBuffer::tag)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What those tags have done since the start that are or were known and chosen; asks no store. */
    public SegmentTotals totals(Predicate<String> chosen) {
        SegmentTotals totals = SegmentTotals.NONE;
        for (SegmentBuffer buffer : registry.buffers()) {
            totals = chosen.test(buffer.tag()) ? totals.plus(buffer) : totals;
        }
        return totals;
    }

    /** Whether it is stopped or closed, so that no id is issued. */
    public boolean isClosed() {
        return registry.isClosed();
    }

    /** Whether the store answers, judged by the calls that were made anyway. */
    public StoreStatus storeStatus() {
        return context.health().status();
    }

    /**
     * Stops issuing, gives back to the store what was never handed out, if the settings say so, and ends all threads.
     * Idempotent.
     */
    @Override
    public void close() {
        lifecycle.close();
    }
}
