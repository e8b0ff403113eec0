package io.leafid.segment;

import io.leafid.IdSequence;
import io.leafid.LeafEvent;
import io.leafid.ManagedIdGenerator;
import io.leafid.TagLimit;
import io.leafid.Tags;
import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentSettings.NewTag;
import io.leafid.segment.StoreEngines.StoreEngine;
import io.leafid.segment.buffer.Segment;
import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.buffer.StoreHealth;
import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.buffer.TagBuffer.Unknown;
import io.leafid.segment.buffer.TagIndex;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.status.SegmentTagPage;
import io.leafid.segment.status.SegmentTagQuery;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTotals;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.Deadline;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ids from ranges that are allocated per tag from a {@link SegmentStore} and served from memory, the next range allocated
 * ahead of need. Thread-safe.
 *
 * <p>Life: {@link #start()}, then any number of calls, then {@link #close()}. After that every call throws. In between it may
 * be stopped and started again, any number of times, as before and after a snapshot of the process; while it is stopped every
 * call throws, and sequences obtained before go on after the next start.
 */
public final class SegmentIdGenerator implements ManagedIdGenerator {

    private final TagIndex index = new TagIndex(); // each step between caller and segment is seen in what an id costs
    private final StoreEngine usual;
    private final StoreEngines engines;
    private final SegmentSettings settings;
    private final Map<String, Long> granted = new ConcurrentHashMap<>();

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
                SegmentStores.of(store),
                settings,
                preload,
                recentTags,
                events,
                TimeSource.system(),
                SegmentThreads::create,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /** The same with several stores, each with a file beside that of the usual one, and threads that outlive the generator. */
    public SegmentIdGenerator(
            SegmentStores stores,
            SegmentSettings settings,
            Collection<String> preload,
            @Nullable Path recentTags,
            Consumer<LeafEvent> events,
            SharedThreads threads) {
        this(
                stores,
                settings,
                preload,
                recentTags,
                events,
                TimeSource.system(),
                () -> SegmentThreads.of(threads),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    SegmentIdGenerator(
            SegmentStores stores,
            SegmentSettings settings,
            Collection<String> preload,
            @Nullable Path recentTags,
            Consumer<LeafEvent> events,
            TimeSource time,
            Supplier<SegmentThreads> threads,
            DoubleSupplier random) {
        this.settings = settings;
        for (String tag : preload) {
            Tags.requireLegal(tag);
        }
        this.engines = StoreEngines.of(
                stores,
                settings,
                List.copyOf(preload),
                (name, store) -> new SegmentContext(
                        index,
                        store,
                        settings.allocation(),
                        random,
                        time,
                        threads.get(),
                        new StoreHealth(name, time, events),
                        StoreEngines.fileOf(recentTags, name)));
        this.usual = engines.usual();
    }

    /**
     * Reads the tags and allocates the first segments of those to be preloaded; for the first time, or again after
     * {@link #stop()}. Of several stores one that is unavailable is read when it answers. If it fails, it may be tried again.
     *
     * @throws RuntimeException of the store if none can be read and the settings say to fail then
     * @throws IllegalStateException if the generator is closed
     */
    @Override
    public void start() {
        engines.start(settings.failFast());
    }

    /** Stops issuing until the next start, gives back or discards what was never handed out, and ends all threads. Idempotent. */
    @Override
    public void stop() {
        engines.stop();
    }

    private TagRegistry registryOf(@Nullable String tag) {
        return ((tag == null) ? usual : engines.of(tag)).registry();
    }

    @Override
    public long nextId(String tag) {
        Segment segment = (tag != null) ? index.get(tag) : null;
        return (segment != null) ? segment.next() : nextIdOfMap(tag);
    }

    private long nextIdOfMap(String tag) {
        TagBuffer buffer = registryOf(tag).known(tag);
        return (buffer != null) ? buffer.next() : firstIds(tag, 1, Unknown.AS_CONFIGURED)[0];
    }

    @Override
    public long[] nextIds(String tag, int count) {
        TagBuffer buffer = registryOf(tag).known(tag);
        return (buffer != null) ? buffer.next(count) : firstIds(tag, count, Unknown.AS_CONFIGURED);
    }

    /** Returns whether a tag without a row gets one on first use. */
    public boolean createsTags() {
        return settings.autoCreate() != null;
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

    /**
     * Looks a tag up as {@link #nextIdsOfExisting} does, and takes no id.
     *
     * @throws io.leafid.UnknownTagException if there is no such tag
     */
    public void requireExisting(String tag) {
        var unused = registryOf(tag).resolve(tag, usual.context().deadline(), Unknown.REFUSED);
    }

    /**
     * As {@link #nextIds(String, int)}, but a tag that has no row gets one.
     *
     * @param row what it gets, whatever the settings say
     */
    public long[] nextIds(String tag, int count, NewTag row) {
        Tags.requireBatch(count);
        Deadline deadline = usual.context().deadline();
        return registryOf(tag).resolve(tag, row, deadline).next(count, deadline, Unknown.REFUSED);
    }

    /**
     * Begins to make sure that a tag has a row, ahead of need, and if it has one that its first ids are reserved. Waits for nothing.
     *
     * @param row what it gets if it has none, whatever the settings say
     * @param former ids are reserved only if some of this tag were handed out here; {@code null} to reserve none
     */
    public void prepare(String tag, NewTag row, @Nullable String former) {
        registryOf(tag).prepare(tag, row, former);
    }

    private long[] firstIds(String tag, int count, Unknown unknown) {
        Tags.requireBatch(count);
        Deadline deadline = usual.context().deadline();
        return registryOf(tag).resolve(tag, deadline, unknown).next(count, deadline, unknown);
    }

    /** The ranges of its tags that other processes take. */
    public SegmentRanges ranges() {
        return new SegmentRanges(this::registryOf, granted);
    }

    @Override
    public IdSequence sequence(String tag) {
        return registryOf(tag).resolve(tag).sequence();
    }

    /** {@inheritDoc} The first limit of a tag that has none discards what is reserved of it. */
    @Override
    public void limit(String tag, TagLimit limit) {
        registryOf(tag).limit(Tags.requireLegal(tag), limit);
    }

    /** The limit of a tag now. */
    public TagLimit limitOf(String tag) {
        return registryOf(tag).limitOf(tag);
    }

    /** The states of the tags, sorted by tag; consumes no id and asks no store. */
    public List<SegmentTagStatus> status() {
        long now = engines.nanoTime();
        return engines.buffers()
                .filter(buffer -> !buffer.isRetired())
                .map(buffer -> buffer.status(now))
                .sorted(Comparator.comparing(SegmentTagStatus::tag))
                .toList();
    }

    /** The state of one tag; nothing if it is not known. */
    public Optional<SegmentTagStatus> status(String tag) {
        return Optional.ofNullable(registryOf(tag).known(tag))
                .filter(buffer -> !buffer.isRetired())
                .map(buffer -> buffer.status(engines.nanoTime()));
    }

    /** The states of the tags that a query chooses; consumes no id and asks no store. */
    public SegmentTagPage status(SegmentTagQuery query) {
        List<TagBuffer> known =
                engines.buffers().filter(buffer -> !buffer.isRetired()).toList();
        return TagSelection.of(known, query, engines.nanoTime());
    }

    /** The tags that a segment was allocated for in this run, or is being allocated, and that still exist; asks no store. */
    public Set<String> usedTags() {
        return engines.usedTags();
    }

    /** The totals since the start of the tags that are or were known and chosen; asks no store. */
    public SegmentTotals totals(Predicate<String> chosen) {
        SegmentTotals totals = SegmentTotals.NONE;
        for (TagBuffer buffer : engines.buffers().toList()) {
            totals = chosen.test(buffer.tag()) ? totals.plus(buffer.totals()) : totals;
        }
        return totals;
    }

    /** Returns whether it is stopped or closed, so that no id is issued. */
    public boolean isClosed() {
        return usual.registry().isClosed();
    }

    /** The kind of store that serves all tags but those that have another, such as {@code jdbc} or {@code service}. */
    public String storeName() {
        SegmentStore store = usual.context().store();
        return (store instanceof IdentifiedStore named)
                ? named.name()
                : store.getClass().getSimpleName();
    }

    /** The availability of that store, judged by the calls that were made anyway. */
    public Availability.Status storeStatus() {
        return usual.status();
    }

    /** The availability of the store that serves a tag. */
    public Availability.Status storeStatus(String tag) {
        return engines.of(tag).status();
    }

    /** The databases that have names, and whether they answer; asks none. */
    public List<DatabaseStatus> databases() {
        return engines.databases();
    }

    /** The name of the database that serves a tag alone; nothing for the tags of the usual store. */
    public Optional<String> databaseOf(String tag) {
        return Optional.of(engines.of(tag).name()).filter(name -> !name.isEmpty());
    }

    /** Stops as {@link #stop()} does, for good. Idempotent. */
    @Override
    public void close() {
        engines.close();
    }
}
