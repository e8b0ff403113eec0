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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The engines of the stores of one generator. Immutable.
 *
 * <p>Locks: the usual engine guards the phases of all, and that issuing begins and ends with them. No store is asked while it is held.
 *
 * @param usual the engine of the tags that name no store
 * @param named the engines of the others
 * @param byTag the engines of single tags; {@code null} if there are none
 */
record StoreEngines(
        StoreEngine usual,
        List<StoreEngine> named,
        @Nullable Map<String, StoreEngine> byTag) {

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
            move(StoreEngine::begin);
            if (failFast) {
                requireOne();
            }
        } catch (RuntimeException | Error ex) {
            stop();
            throw ex;
        }
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

    void stop() {
        move(StoreEngine::stop);
    }

    void close() {
        move(StoreEngine::close);
    }

    /** Moves all engines in one step, so that a start and a stop at once leave all of them started or all of them stopped. */
    private void move(Function<StoreEngine, @Nullable Runnable> step) {
        List<Runnable> runs = new ArrayList<>();
        synchronized (usual) {
            for (StoreEngine each : all()) {
                Runnable run = step.apply(each);
                if (run != null) {
                    runs.add(run);
                }
            }
        }
        for (Runnable each : runs) {
            each.run();
        }
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
        private final SegmentLifecycle lifecycle;
        private final List<String> preload;
        private final StartFailures failures;
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
            this.failures = failures;
            TagNotes notes = new TagNotes(context);
            this.registry = new TagRegistry(context, settings, notes, isOwn);
            this.lifecycle = new SegmentLifecycle(context, settings, registry, notes);
            this.preload = preload.stream().filter(isOwn).toList();
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

        /** Begins a run; returns what starts it, {@code null} if there was one. */
        @Nullable Runnable begin() {
            SegmentRun run = lifecycle.begin();
            return (run == null) ? null : () -> start(run);
        }

        /**
         * Starts a run; an outage of the store is noted and not thrown.
         *
         * @throws RuntimeException explained, if the store answers and cannot be used, and the settings say to fail then
         */
        private void start(SegmentRun run) {
            try {
                outage = null;
                run.start(preload, this::endures);
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

        /** Ends issuing until the next start; returns what ends the run, if there is one. */
        @Nullable Runnable stop() {
            SegmentRun run = lifecycle.stop();
            return (run == null) ? null : run::end;
        }

        /** The same for good. */
        @Nullable Runnable close() {
            SegmentRun run = lifecycle.close();
            return (run == null) ? null : run::end;
        }
    }
}
