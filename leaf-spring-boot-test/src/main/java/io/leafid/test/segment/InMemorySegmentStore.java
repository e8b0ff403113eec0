package io.leafid.test.segment;

import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.IdentifiedStore;
import io.leafid.segment.store.TagRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory which misbehaves on request: it can be down, slow, held back, fail single allocations or commit them
 * and lose the reply. Shared between generators it stands for one database. Thread-safe.
 */
public final class InMemorySegmentStore implements IdentifiedStore {

    /** Outcome of an allocation. */
    public enum Fate {
        /** It succeeds. */
        SUCCEEDS,
        /** It fails, and nothing was changed. */
        FAILS,
        /** It is committed, but the caller is told that it failed. */
        LOSES_REPLY
    }

    private final Map<String, TagRow> rows = new TreeMap<>();
    private final Deque<Fate> script = new ArrayDeque<>();
    private final List<AllocatedSegment> committed = new ArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger allocations = new AtomicInteger();
    private volatile String identity = "";
    private volatile boolean down;
    private volatile Duration delay = Duration.ZERO;
    private volatile @Nullable CountDownLatch gate;

    /** Adds or replaces a row, as an operator would by SQL; nothing is checked. */
    public synchronized InMemorySegmentStore put(String tag, long maxId, long step) {
        rows.put(tag, new TagRow(tag, maxId, step));
        return this;
    }

    /** Removes a row, as an operator would by SQL. */
    public synchronized void remove(String tag) {
        rows.remove(tag);
    }

    /** The counter of a tag as it is now. */
    public synchronized long maxId(String tag) {
        return Optional.ofNullable(rows.get(tag)).orElseThrow().maxId();
    }

    /** Has this identity from now on; without one it begins anew with each test. */
    public void identity(String other) {
        identity = other;
    }

    /** Decides about the next allocations, in order; those after them succeed. */
    public synchronized void script(Fate... fates) {
        script.addAll(List.of(fates));
    }

    /** Lets every call fail from now on. */
    public void goDown() {
        down = true;
    }

    /** Lets calls succeed again. */
    public void comeUp() {
        down = false;
    }

    /** Lets every call take so long from now on. */
    public void delay(Duration time) {
        delay = time;
    }

    /** Holds every call back, from now on until {@link #release()}. */
    public void hold() {
        gate = new CountDownLatch(1);
    }

    /** Lets the calls go that were held back. */
    public void release() {
        CountDownLatch held = gate;
        gate = null;
        if (held != null) {
            held.countDown();
        }
    }

    /** Calls of every kind that have begun. */
    public int calls() {
        return calls.get();
    }

    /** Allocations that have begun. */
    public int allocations() {
        return allocations.get();
    }

    /** The ranges that were committed, in order, including those that no caller was told of. */
    public synchronized List<AllocatedSegment> committed() {
        return List.copyOf(committed);
    }

    @Override
    public AllocatedSegment allocate(String tag, long amount, long floor) {
        allocations.incrementAndGet();
        begin();
        synchronized (this) {
            Fate fate = Optional.ofNullable(script.poll()).orElse(Fate.SUCCEEDS);
            if (fate == Fate.FAILS) {
                throw new IllegalStateException("scripted failure");
            }
            AllocatedSegment allocated = commit(tag, amount, floor);
            if (fate == Fate.LOSES_REPLY) {
                throw new IllegalStateException("scripted loss of the reply");
            }
            return allocated;
        }
    }

    private AllocatedSegment commit(String tag, long amount, long floor) {
        if (amount < 1) {
            throw new IllegalArgumentException("amount " + amount);
        }
        TagRow row = rows.get(tag);
        if (row == null) {
            throw new UnknownTagException(tag, "no row '" + tag + "'", null);
        }
        if (row.maxId() > Long.MAX_VALUE - amount) {
            throw new IdsExhaustedException("row '" + tag + "' is used up", null);
        }
        if (row.maxId() < 0) {
            throw new SegmentUnavailableException(row.problem(), null);
        }
        if (row.maxId() < floor) {
            throw new CounterSetBackException(tag, row.maxId(), floor);
        }
        AllocatedSegment allocated = new AllocatedSegment(row.maxId(), row.maxId() + amount, row.step());
        rows.put(tag, new TagRow(tag, allocated.end(), row.step()));
        committed.add(allocated);
        return allocated;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Optional<TagRow> find(String tag) {
        begin();
        synchronized (this) {
            return Optional.ofNullable(rows.get(tag));
        }
    }

    @Override
    public List<TagRow> findAll() {
        begin();
        synchronized (this) {
            return List.copyOf(rows.values());
        }
    }

    @Override
    public boolean create(String tag, int step, long initialId) {
        begin();
        synchronized (this) {
            return rows.putIfAbsent(tag, new TagRow(tag, initialId, step)) == null;
        }
    }

    @Override
    public boolean giveBack(String tag, long first, long end) {
        if (first < 0 || end <= first) {
            throw new IllegalArgumentException("[" + first + ", " + end + ")");
        }
        begin();
        synchronized (this) {
            TagRow row = rows.get(tag);
            if (row == null || row.maxId() != end) {
                return false;
            }
            rows.put(tag, new TagRow(tag, first, row.step()));
            return true;
        }
    }

    private static void letPass(Duration time) throws InterruptedException {
        boolean released = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
        assert !released : "this latch is never opened; it only measures the time";
    }

    /** The beginning of every call, outside of the lock so that the calls of one do not hold up another. */
    private void begin() {
        calls.incrementAndGet();
        CountDownLatch held = gate;
        try {
            if (held != null) {
                held.await();
            }
            letPass(delay);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", ex);
        }
        if (down) {
            throw new IllegalStateException("scripted outage");
        }
    }
}
