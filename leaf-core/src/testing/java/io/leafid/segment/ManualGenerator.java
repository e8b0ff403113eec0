package io.leafid.segment;

import io.leafid.LeafEvent;
import io.leafid.concurrent.EventDispatcher;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A segment generator whose time and threads are in the hand of the test, on a store in memory. Callers never wait unless
 * the test sets a wait time-out; store calls run at once unless the test defers them.
 */
final class ManualGenerator implements AutoCloseable {

    final ManualTime time = new ManualTime();
    final ManualExecutor loader = new ManualExecutor();
    final ManualExecutor lookups = new ManualExecutor();
    final ManualExecutor announcer = new ManualExecutor();
    final InMemorySegmentStore store;
    final HookedStore hooks;
    final List<LeafEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final SettingsBuilder settings = new SettingsBuilder().waitTimeout(Duration.ZERO);
    private Collection<String> preload = List.of();
    private @Nullable Path recentTags;
    private Consumer<LeafEvent> listener = events::add;
    private final EventfulTime clock = new EventfulTime();
    private Scheduler scheduler = time;
    private Supplier<SegmentThreads.Pools> threads = this::pools;
    private DoubleSupplier random = () -> 0.5;
    private @Nullable SegmentIdGenerator generator;

    ManualGenerator() {
        this.store = new InMemorySegmentStore();
        this.hooks = HookedStore.of(store);
    }

    /** On a store that others may use, with a clock of its own. */
    ManualGenerator(InMemorySegmentStore store) {
        this.store = store;
        this.hooks = HookedStore.of(store);
    }

    /** On another store than the one in memory, which then stays empty. */
    ManualGenerator(SegmentStore other) {
        this.store = new InMemorySegmentStore();
        this.hooks = (other instanceof HookedStore hooked) ? hooked : HookedStore.of(other);
    }

    ManualGenerator row(String tag, long maxId, long step) {
        store.put(tag, maxId, step);
        return this;
    }

    ManualGenerator with(Consumer<SettingsBuilder> change) {
        change.accept(settings);
        return this;
    }

    ManualGenerator preload(String... tags) {
        preload = List.of(tags);
        return this;
    }

    ManualGenerator recentTags(Path file) {
        recentTags = file;
        return this;
    }

    ManualGenerator listener(Consumer<LeafEvent> consumer) {
        listener = consumer;
        return this;
    }

    ManualGenerator scheduler(Scheduler other) {
        scheduler = other;
        return this;
    }

    /** Threads that are made anew for each run, and not opened again. */
    ManualGenerator threads(Supplier<SegmentThreads.Pools> factory) {
        threads = factory;
        return this;
    }

    /** Does something at one reading of the clock that never steps, in the midst of an action; returns whether there was that reading. */
    boolean atReading(int number, Runnable event, Runnable action) {
        clock.left = number;
        clock.event = event;
        action.run();
        boolean wasRead = clock.left <= 0;
        clock.left = 0;
        return wasRead;
    }

    /** The clocks, at one of whose readings something may happen. */
    private final class EventfulTime implements TimeSource {

        private int left;
        private Runnable event = () -> {};

        @Override
        public long currentTimeMillis() {
            return time.currentTimeMillis();
        }

        @Override
        public long nanoTime() {
            long now = time.nanoTime();
            if (left > 0 && --left == 0) {
                event.run();
            }
            return now;
        }

        @Override
        public void parkNanos(long nanos) {
            time.parkNanos(nanos);
        }
    }

    /** Where chance comes from; without this, everything drawn is exactly its mean. */
    ManualGenerator random(DoubleSupplier source) {
        random = source;
        return this;
    }

    ManualGenerator start() {
        generator().start();
        return this;
    }

    /** As the operator does whose start has failed. */
    ManualGenerator restartAfterFailure() {
        generator = null;
        return start();
    }

    SegmentIdGenerator generator() {
        SegmentIdGenerator made = generator;
        if (made == null) {
            Consumer<LeafEvent> guarded = EventDispatcher.guarded(listener);
            made = new SegmentIdGenerator(
                    SegmentStores.of(hooks),
                    settings.build(),
                    preload,
                    recentTags,
                    event -> announcer.execute(() -> guarded.accept(event)),
                    clock,
                    () -> new SegmentThreads(threads),
                    random);
            generator = made;
        }
        return made;
    }

    private SegmentThreads.Pools pools() {
        time.reopen();
        return new SegmentThreads.Pools(scheduler, loader.reopen(), lookups.reopen());
    }

    long nextId(String tag) {
        return generator().nextId(tag);
    }

    long[] nextIds(String tag, int count) {
        return generator().nextIds(tag, count);
    }

    SegmentTagStatus status(String tag) {
        return generator().status(tag).orElseThrow();
    }

    <E extends LeafEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void close() {
        generator().close();
    }
}
