package io.leafid.segment;

import io.leafid.Tags;
import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentStores.TagStore;
import io.leafid.segment.buffer.SegmentContext;
import io.leafid.segment.buffer.TagBuffer;
import io.leafid.segment.notes.TagNotes;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.StartFailures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engines of the stores of one generator, and the phase that they share. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `phase` moves from NEW to RUNNING, between RUNNING and STOPPED, and to CLOSED for good. Issuing begins and ends with it, in all
 *     engines at once; a second call that finds a move made returns after it.
 *   - Each run of an engine is another object, and the next start makes it.
 * Locks: this, for the phase and what begins and ends with it. No store is asked while it is held.
 * </pre>
 */
final class StoreEngines {

    private final StoreEngine usual;
    private final List<StoreEngine> named;
    private final @Nullable Map<String, StoreEngine> byTag; // null if there are none
    private Phase phase = Phase.NEW; // guarded by this

    private StoreEngines(StoreEngine usual, List<StoreEngine> named, @Nullable Map<String, StoreEngine> byTag) {
        this.usual = usual;
        this.named = named;
        this.byTag = byTag;
    }

    /** Makes them; the context of each is made of its name and its store. */
    static StoreEngines of(
            SegmentStores stores,
            SegmentSettings settings,
            List<String> preload,
            BiFunction<String, SegmentStore, SegmentContext> contexts) {
        Map<String, String> names = new HashMap<>();
        stores.named().forEach(each -> each.tags().forEach(tag -> names.put(tag, each.name())));
        List<StoreEngine> named = new ArrayList<>();
        Map<String, StoreEngine> byTag = new HashMap<>();
        for (TagStore each : stores.named()) {
            Predicate<String> isOwn = row -> each.name().equals(Tags.ofOwner(names, row));
            SegmentContext context = contexts.apply(each.name(), each.store());
            StoreEngine engine = new StoreEngine(each.name(), context, settings, isOwn, preload, each.failures());
            named.add(engine);
            each.tags().forEach(tag -> byTag.put(tag, engine));
        }
        Predicate<String> isUsual = row -> Tags.ofOwner(names, row) == null;
        StartFailures failures = named.isEmpty() ? StartFailures.UNEXPLAINED : stores.failures();
        SegmentContext context = contexts.apply("", stores.usual());
        StoreEngine usual = new StoreEngine("", context, settings, isUsual, preload, failures);
        return new StoreEngines(usual, List.copyOf(named), byTag.isEmpty() ? null : Map.copyOf(byTag));
    }

    /** The engine of the tags that name no store. */
    StoreEngine usual() {
        return usual;
    }

    StoreEngine of(String tag) {
        return (byTag == null) ? usual : Objects.requireNonNullElse(Tags.ofOwner(byTag, tag), usual);
    }

    /** Each once, the usual one first. */
    List<StoreEngine> all() {
        List<StoreEngine> all = new ArrayList<>(List.of(usual));
        all.addAll(named);
        return all;
    }

    /** The databases that have names, each once: one that grants interleaved ids may serve a tag alone, too. */
    List<DatabaseStatus> databases() {
        Map<String, DatabaseStatus> byName = new TreeMap<>();
        for (StoreEngine engine : named) {
            byName.put(engine.name(), engine.databaseStatus());
        }
        if (usual.context().store() instanceof SeveralCounters several) {
            for (DatabaseStatus each : several.members()) {
                DatabaseStatus own = byName.get(each.name());
                long allocations = each.allocations() + ((own == null) ? 0 : own.allocations());
                byName.put(each.name(), new DatabaseStatus(each.name(), each.slot(), each.status(), allocations));
            }
        }
        return List.copyOf(byName.values());
    }

    long nanoTime() {
        return usual.context().time().nanoTime();
    }

    /** The tags that are used in this run and exist. */
    Set<String> usedTags() {
        Set<String> used = new HashSet<>();
        for (StoreEngine engine : all()) {
            for (TagBuffer each : engine.registry().buffers()) {
                if (!each.isRetired() && each.isUsed()) {
                    used.add(each.tag());
                }
            }
        }
        return Collections.unmodifiableSet(used);
    }

    Stream<TagBuffer> buffers() {
        return all().stream().flatMap(engine -> engine.registry().buffers().stream());
    }

    /**
     * Starts each; stops all if that fails.
     *
     * @param failFast whether it fails if no store can be read
     */
    void start(boolean failFast) {
        try {
            begin().forEach(Runnable::run);
            if (failFast) {
                requireOne();
            }
        } catch (RuntimeException ex) {
            stop();
            throw ex;
        }
    }

    /** Begins a run of each engine; returns what starts them, nothing if they run. */
    private synchronized List<Runnable> begin() {
        if (phase == Phase.CLOSED) {
            throw new IllegalStateException("the segment generator is closed and cannot be started again");
        }
        if (phase == Phase.RUNNING) {
            return List.of();
        }
        if (phase == Phase.STOPPED) {
            all().forEach(StoreEngine::renew);
        }
        phase = Phase.RUNNING;
        return all().stream().map(StoreEngine::starting).toList();
    }

    private void requireOne() {
        List<RuntimeException> outages = new ArrayList<>();
        for (StoreEngine each : all()) {
            RuntimeException outage = each.outage;
            if (outage != null) {
                outages.add(each.failures.explain(outage));
            }
        }
        if (outages.size() <= named.size()) {
            return;
        }
        RuntimeException first = outages.get(0);
        outages.stream().skip(1).filter(other -> other != first).forEach(first::addSuppressed);
        throw first;
    }

    /** Ends issuing until the next start, and what runs. */
    void stop() {
        endIssuing(Phase.STOPPED, "the segment generator is stopped; it issues ids again once it is started")
                .forEach(SegmentRun::end);
    }

    /** The same for good. */
    void close() {
        endIssuing(Phase.CLOSED, "the segment generator is closed").forEach(SegmentRun::end);
    }

    /** Returns the runs that are to be ended. */
    private synchronized List<SegmentRun> endIssuing(Phase next, String reason) {
        boolean isIssuing = phase == Phase.RUNNING || (phase == Phase.NEW && next == Phase.CLOSED);
        List<SegmentRun> runs = new ArrayList<>();
        if (isIssuing) {
            for (StoreEngine each : all()) {
                each.run.endIssuing(reason);
                runs.add(each.run);
            }
        } else if (next == Phase.CLOSED) { // the stop has done the rest
            all().forEach(each -> each.registry.close(reason));
        }
        phase = (isIssuing || next == Phase.CLOSED) ? next : phase;
        return runs;
    }

    /** The file of a store, beside that of the usual one. */
    static @Nullable Path fileOf(@Nullable Path usual, String name) {
        if (usual == null || name.isEmpty()) {
            return (usual == null) ? null : usual.toAbsolutePath();
        }
        String file = String.valueOf(usual.toAbsolutePath().getFileName());
        int dot = file.lastIndexOf('.');
        int end = (dot < 0) ? file.length() : dot;
        return usual.toAbsolutePath().resolveSibling(file.substring(0, end) + "-" + name + file.substring(end));
    }

    /**
     * The tags of one store, with threads, notes and a life of their own: a store that is unavailable holds up no tag of another. Thread-safe.
     */
    static final class StoreEngine {

        private final String name;
        private final SegmentContext context;
        private final TagRegistry registry;
        private final TagNotes notes;
        private final SegmentSettings settings;
        private final List<String> preload;
        private final StartFailures failures;
        private volatile SegmentRun run; // the one that runs, or ran last
        private volatile @Nullable RuntimeException outage; // because of which the last start could not read the tags

        /**
         * Makes the engine of a store; does not start it.
         *
         * @param name what operators call the store; empty if it has no name
         * @param isOwn which tags are its own; rows of others are left alone
         * @param preload the tags that are to be preloaded, of which it chooses its own
         * @param failures what its failures mean at start
         */
        StoreEngine(
                String name,
                SegmentContext context,
                SegmentSettings settings,
                Predicate<String> isOwn,
                List<String> preload,
                StartFailures failures) {
            this.name = name;
            this.context = context;
            this.settings = settings;
            this.failures = failures;
            this.notes = new TagNotes(context);
            this.registry = new TagRegistry(context, settings, notes, isOwn);
            this.preload = preload.stream().filter(isOwn).toList();
            this.run = new SegmentRun(
                    context, settings, registry, notes, context.threads().current());
        }

        String name() {
            return name;
        }

        SegmentContext context() {
            return context;
        }

        TagRegistry registry() {
            return registry;
        }

        private void renew() {
            run = new SegmentRun(
                    context, settings, registry, notes, context.threads().renew());
            registry.open();
        }

        private Runnable starting() {
            SegmentRun begun = run;
            return () -> start(begun);
        }

        /**
         * Starts a run; an outage of the store is noted and not thrown.
         *
         * @throws RuntimeException explained, if the store answers and cannot be used, and the settings say to fail then
         */
        private void start(SegmentRun begun) {
            try {
                outage = null;
                begun.start(preload, this::endures);
            } catch (RuntimeException ex) {
                throw failures.explain(ex);
            }
        }

        private boolean endures(RuntimeException failure) {
            boolean isOutage = failures.isOutage(failure);
            outage = isOutage ? failure : null;
            return isOutage;
        }

        DatabaseStatus databaseStatus() {
            return new DatabaseStatus(name, null, status(), context.health().allocations());
        }

        Availability.Status status() {
            return context.health().status();
        }
    }

    private enum Phase {
        NEW,
        RUNNING,
        STOPPED,
        CLOSED
    }
}
