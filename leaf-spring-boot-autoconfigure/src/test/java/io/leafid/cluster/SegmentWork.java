package io.leafid.cluster;

import io.leafid.IdGenerationException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SimulatedSegments;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.notes.SimulatedNotes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A process with the real segment generator, whose threads are strands. One at a time. */
final class SegmentWork implements Work {

    /** Allocations, and look-ups, that can run at the same time. */
    private static final int LANES = 4;

    /** Besides what a caller may wait, a moment between two readings of the clock. */
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final Run run;
    private final Cluster cluster;
    private final SegmentPlan plan;
    private final Random random;
    private final Duration most;
    private final Set<String> answered = new HashSet<>();
    private final LimitBooks limits;
    private Map<String, Long> noted = Map.of();
    private @Nullable SegmentIdGenerator generator;
    private boolean isStopped;
    private int starts;

    SegmentWork(Run run) {
        this.run = run;
        this.cluster = run.cluster();
        this.plan = cluster.plan().segments();
        this.random = run.random();
        this.limits = new LimitBooks(run);
        this.most = most(plan.settings().allocation().waitTimeout());
    }

    @Override
    public boolean start() {
        Path notes = plan.keepsNotes() ? notes() : null;
        noted = (notes == null) ? Map.of() : SimulatedNotes.ends(notes);
        run.machine().disk().afterEachStep(this::giveWay);
        SegmentIdGenerator made = SimulatedSegments.of(
                cluster.tables().store(run),
                plan.settings(),
                plan.preload(),
                notes,
                run.clock(),
                new SegmentThreads(() -> new SegmentThreads.Pools(run.timer(), run.lane(LANES), run.lane(LANES))),
                random::nextDouble);
        try {
            made.start();
            generator = made;
            return true;
        } catch (RuntimeException | OutOfMemoryError ex) {
            cluster.tell(run, () -> "does not start: " + ex.getMessage());
            return false;
        }
    }

    private Path notes() {
        Machine machine = run.machine();
        return machine.disk().path(machine.disk().root() + "/" + run.identity().port() + "/segment-tags");
    }

    private void giveWay() {
        Strand writing = cluster.timeline().current();
        if (writing != null) {
            writing.run().giveWay(25, 50_000_000);
        }
    }

    @Override
    public boolean call() {
        return call(SegmentPlan.TAGS.get(random.nextInt(SegmentPlan.TAGS.size())));
    }

    private boolean call(String tag) {
        SegmentIdGenerator ids = generator;
        if (ids == null) {
            return false;
        }
        RangeBooks books = cluster.ranges();
        boolean wasStopped = isStopped;
        int startsBefore = starts;
        long before = Math.max(books.highest(run.name(), tag), noted.getOrDefault(tag, 0L) - 1);
        String all = books.all(tag);
        long floor = plan.isGlobal(tag) ? Math.max(before, books.highest(all, tag)) : before;
        long begun = cluster.timeline().now() - delayed();
        LimitBooks.Held limit = limits.of(tag);
        int count = random.nextInt(4) == 0 ? 1 + random.nextInt(plan.batch()) : 1;
        try {
            long[] got = (count == 1) ? new long[] {ids.nextId(tag)} : ids.nextIds(tag, count);
            run.requireAlive();
            if (wasStopped && startsBefore == starts) { // else it was started while the call was under way
                books.complain("%s issues %d of '%s' after it was stopped".formatted(run, got[0], tag));
            }
            limits.issued(tag, limit, count);
            books.issued(run, tag, got, all.equals(books.all(tag)) ? floor : before, all);
            return true;
        } catch (IdGenerationException ex) {
            requireReason(tag, limit, count, ex);
            cluster.books().refused(run, ex);
            return false;
        } finally {
            if (run.isAlive()) {
                long lasted = cluster.timeline().now() - delayed() - begun;
                books.lasted(run, lasted, most);
            }
        }
    }

    private void requireReason(String tag, LimitBooks.Held limit, int count, IdGenerationException ex) {
        if (run.isAlive()) {
            limits.refused(tag, limit, count, ex);
        }
        if (ex instanceof UnknownTagException && !cluster.tables().wasMissing(tag)) {
            cluster.ranges().complain("%s says that there is no '%s', which never lacked its row".formatted(run, tag));
        }
    }

    @Override
    public void limit(String tag, TagLimit limit) {
        SegmentIdGenerator ids = generator;
        if (ids != null) {
            limits.change(tag, limit, () -> ids.limit(tag, limit));
        }
    }

    @Override
    public void unlimit() {
        SegmentPlan.TAGS.forEach(tag -> limit(tag, TagLimit.NONE));
    }

    /** What a caller may wait by a clock that drifts. */
    private static Duration most(Duration wait) {
        return wait.plus(wait.dividedBy(8)).plus(MOMENT);
    }

    private long delayed() {
        Strand strand = cluster.timeline().current();
        return (strand == null) ? 0 : strand.delayed();
    }

    @Override
    public boolean issues() {
        for (String tag : SegmentPlan.TAGS) {
            if (!answered.contains(tag) && (!plan.exists(tag) || call(tag))) {
                answered.add(tag);
            }
        }
        return answered.size() == SegmentPlan.TAGS.size();
    }

    @Override
    public void stop() {
        SegmentIdGenerator ids = generator;
        if (ids != null) {
            run.move(ids::close);
            isStopped = true;
            callStopped();
        }
    }

    private void callStopped() {
        for (String tag : SegmentPlan.TAGS) {
            boolean unused = call(tag);
        }
    }

    @Override
    public void stopAndStart(long nanos) {
        SegmentIdGenerator ids = generator;
        if (ids == null || isStopped) {
            return;
        }
        run.move(ids::stop);
        isStopped = true;
        callStopped();
        run.sleep(nanos);
        isStopped = false;
        starts++;
        try {
            run.move(ids::start);
        } catch (RuntimeException | OutOfMemoryError ex) {
            cluster.tell(run, () -> "stays stopped: " + ex.getMessage());
            run.kill();
        }
    }

    @Override
    public void drop() {
        // the system has nothing of it
    }
}
