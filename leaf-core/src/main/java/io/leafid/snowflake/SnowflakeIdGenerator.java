package io.leafid.snowflake;

import io.leafid.IdSequence;
import io.leafid.LeafEvent;
import io.leafid.ManagedIdGenerator;
import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import io.leafid.TagLimit;
import io.leafid.Tags;
import io.leafid.concurrent.TagGate;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseWindow;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Ids made of a timestamp, a leased worker id and a sequence. All tags share one sequence: every id is larger than those
 * of all calls that completed before. Thread-safe.
 *
 * <p>No id leaves whose timestamp the lease does not cover. A call that has to wait parks: until the next millisecond when
 * the sequence of this one is full, until a small step back of the clock is over, up to a second for the renewal of a
 * lease. Each such wait is bounded; a batch may need many milliseconds, one for each time the sequence fills.
 *
 * <p>Every method that makes ids throws
 *
 * <ul>
 *   <li>{@link io.leafid.ClockMovedBackwardsException} while the clock stands too far behind the last timestamp,
 *   <li>{@link io.leafid.WorkerIdUnavailableException} while no lease covers the present, while stopped, and once closed,
 *   <li>{@link io.leafid.IdsExhaustedException} if the clock is before the epoch or past the last timestamp.
 * </ul>
 *
 * <p>A thread that is interrupted while it waits gets one of the first two, with its interrupt flag set.
 */
public final class SnowflakeIdGenerator implements ManagedIdGenerator {

    private final TimeSource time;
    private final LeaseProvider leases;
    private final IssuedCounter issued = new IssuedCounter();
    private final SlowPath slowPath;
    private final SnowflakeLayout layout;
    private final Object limitLock = new Object();

    /* The run's own, published once its lease was taken. A call reads it before clock and lease: that lease is the run's, or the word is closed. */
    private volatile SnowflakeWord word;

    /** The gates of tags that have, or had, a limit; {@code null} as long as none has. The map is never changed. */
    private volatile @Nullable Map<String, TagGate> gates;

    /* Guarded by `this`: whether ids may be issued, and where the word stood when they might not any more. */
    private boolean isRunning = true;
    private boolean isClosed;
    private long lastBeforeStop;

    /**
     * Makes a generator.
     *
     * @param layout how ids are divided
     * @param settings what can be set
     * @param leases where the lease is found, already started; closed with the generator
     * @param time the clocks
     * @param events receives what an operator should hear of; must return at once, since callers wait for it
     */
    public SnowflakeIdGenerator(
            SnowflakeLayout layout,
            SnowflakeSettings settings,
            LeaseProvider leases,
            TimeSource time,
            Consumer<LeafEvent> events) {
        this(
                layout,
                settings,
                leases,
                time,
                events,
                bound -> ThreadLocalRandom.current().nextInt(bound));
    }

    SnowflakeIdGenerator(
            SnowflakeLayout layout,
            SnowflakeSettings settings,
            LeaseProvider leases,
            TimeSource time,
            Consumer<LeafEvent> events,
            IntUnaryOperator random) {
        this.layout = layout;
        this.time = time;
        this.leases = leases;
        this.word = new SnowflakeWord(layout, settings.sequence(), random);
        this.slowPath = new SlowPath(issued, layout, ClockPolicy.of(settings), leases, time, events);
    }

    /** Returns the next id. */
    public long nextId() {
        SnowflakeWord word = this.word; // before clock and lease
        long now = time.currentTimeMillis(); // before the last id: another thread's later reading is no step back
        LeaseWindow window = leases.window();
        long last = word.get();
        if (word.goesOn(last, now) && window.covers(now) && word.compareAndSet(last, last + 1)) {
            return word.idOf(last + 1, window.workerId());
        }
        return window.covers(now) ? nextId(word, now, window) : slowPath.allocate(this.word, 1);
    }

    /** Begins a millisecond, or tries again after a lost compare-and-set. */
    private long nextId(SnowflakeWord word, long now, LeaseWindow window) {
        long last = word.get();
        for (long next = word.nextAt(last, now); next != SnowflakeWord.NONE; next = word.nextAt(last, now)) {
            if (issued.move(word, last, next, next)) {
                return word.idOf(next, window.workerId());
            }
            last = word.get();
        }
        return slowPath.allocate(this.word, 1);
    }

    @Override
    public long nextId(String tag) {
        Tags.requireLegal(tag);
        pass(tag, 1);
        return nextId();
    }

    @Override
    public long[] nextIds(String tag, int count) {
        Tags.requireLegal(tag);
        pass(tag, Tags.requireBatch(count));
        return nextIds(count);
    }

    @Override
    public void limit(String tag, TagLimit limit) {
        Map<String, TagGate> known = gates;
        if (known == null && limit.equals(TagLimit.NONE)) {
            return;
        }
        synchronized (limitLock) {
            Map<String, TagGate> changed = (gates == null) ? new HashMap<>() : new HashMap<>(gates);
            changed.computeIfAbsent(Tags.requireLegal(tag), unlimited -> new TagGate(unlimited, time))
                    .set(limit);
            gates = changed;
        }
    }

    /** The limits that hold now, by tag, sorted; tags without one are left out. */
    public SortedMap<String, TagLimit> limits() {
        SortedMap<String, TagLimit> limits = new TreeMap<>();
        Map<String, TagGate> limited = gates;
        if (limited != null) {
            limited.forEach((tag, gate) -> limits.put(tag, gate.limit()));
            limits.values().removeIf(TagLimit.NONE::equals);
        }
        return limits;
    }

    private void pass(String tag, int count) {
        Map<String, TagGate> limited = gates;
        if (limited != null) {
            TagGate gate = limited.get(tag);
            if (gate != null) {
                gate.pass(count);
            }
        }
    }

    @Override
    public IdSequence sequence(String tag) {
        return new TagView(Tags.requireLegal(tag), this);
    }

    /**
     * Returns several ids in increasing order, whole runs of the sequence at a time: all of them or an exception.
     *
     * @param count how many ids, 1 to {@value io.leafid.IdGenerator#MAX_BATCH}
     */
    public long[] nextIds(int count) {
        long[] ids = new long[Tags.requireBatch(count)];
        int filled = 0;
        while (filled < count) {
            SnowflakeWord word = this.word;
            long first = slowPath.allocate(word, count - filled);
            int run = word.runLength(first, count - filled);
            for (int i = 0; i < run; i++) {
                ids[filled + i] = first + i;
            }
            filled += run;
        }
        return ids;
    }

    /**
     * Takes an id of this generator's layout apart.
     *
     * @throws IllegalArgumentException if the id is negative
     */
    public SnowflakeId decode(long id) {
        return layout.unpack(id);
    }

    /** The layout of the ids. */
    public SnowflakeLayout layout() {
        return layout;
    }

    /** The state of the generator; consumes no id and asks no registry. */
    public SnowflakeStatus status() {
        SnowflakeWord word = this.word;
        long last = word.get();
        Instant now = time.now();
        boolean hasIssued = last > 0;
        long lead = hasIssued ? Math.max(0, word.millisOf(last) - now.toEpochMilli()) : 0;
        return new SnowflakeStatus(
                layout,
                hasIssued ? Instant.ofEpochMilli(word.millisOf(last)) : null,
                Duration.ofMillis(lead),
                slowPath.allowedLead(),
                issued.get(word),
                slowPath.stepsBack(),
                leases.status(),
                Duration.between(now, layout.lastInstant()));
    }

    /**
     * Stops issuing for a while, as before a checkpoint of the process: the lease is given back with the exact last
     * timestamp, so that two copies of what is in memory cannot issue the same ids. Calls throw until {@link #start}.
     */
    @Override
    public synchronized void stop() {
        if (isRunning) {
            isRunning = false;
            lastBeforeStop = end();
            leases.stop(usedUpTo(lastBeforeStop), LeaseProvider.CLOSE_TIMEOUT);
        }
    }

    /**
     * Goes on after {@link #stop}, with a lease taken anew and above every id that was issued before; nothing happens
     * unless the generator is stopped. If it fails, the generator stays stopped, and it may be tried again.
     *
     * @throws io.leafid.workerid.WorkerIdException if no lease is to be had
     */
    @Override
    public synchronized void start() {
        if (!isRunning && !isClosed) {
            leases.restart();
            word = word.next(lastBeforeStop);
            isRunning = true;
        }
    }

    /** Stops issuing, then gives the lease back with the exact last timestamp, so that the next start need not wait. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            long last = isRunning ? end() : lastBeforeStop;
            isRunning = false;
            leases.close(usedUpTo(last), LeaseProvider.CLOSE_TIMEOUT);
        }
    }

    /** Ends the run; returns its last word. */
    private long end() {
        long last = word.close();
        issued.close(word, last);
        return last;
    }

    private long usedUpTo(long last) {
        return (last > 0) ? word.millisOf(last) + 1 : layout.epochMillis();
    }

    /** The ids of one tag, which are those of all. */
    private record TagView(String tag, SnowflakeIdGenerator generator) implements IdSequence {

        @Override
        public long next() {
            generator.pass(tag, 1);
            return generator.nextId();
        }

        @Override
        public long[] next(int count) {
            generator.pass(tag, count);
            return generator.nextIds(count);
        }
    }
}
