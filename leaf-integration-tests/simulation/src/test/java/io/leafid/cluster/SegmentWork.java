package io.leafid.cluster;

import io.leafid.IdGenerationException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SimulatedSegments;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.notes.SimulatedNotes;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.specification.SegmentEvent;
import io.leafid.specification.SegmentEvent.Kind;
import io.leafid.specification.TracedStore;
import io.leafid.textid.LeafTexts;
import io.leafid.textid.TextSettings;
import io.leafid.workerid.WorkerIdException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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

    /** One caller of so many asks for texts, where there are some. */
    private static final int ONE_IN_TEXTS = 4;

    /** One caller of so many is another process that buys a range. */
    private static final int ONE_IN_BUYS = 6;

    private final Run run;
    private final Cluster cluster;
    private final SegmentPlan plan;
    private final Random random;
    private final Duration most;
    private final Set<String> answered = new HashSet<>();
    private final LimitBooks limits;
    private final Map<String, Long> soldEnds = new HashMap<>();
    private Map<String, Long> noted = Map.of();
    private @Nullable SegmentIdGenerator generator;
    private @Nullable LeafTexts texts;
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
        Path notes = plan.keepsNotes() ? notes(run) : null;
        noted = (notes == null) ? Map.of() : SimulatedNotes.ends(notes);
        run.machine().disk().afterEachStep(this::giveWay);
        trace(Kind.FOUND, run);
        note(Kind.STARTS, "");
        SegmentIdGenerator made = SimulatedSegments.of(
                TracedStore.of(cluster.tables().store(run), run.name(), this::note),
                plan.settings(),
                plan.preload(),
                notes,
                run.clock(),
                new SegmentThreads(() -> new SegmentThreads.Pools(run.timer(), run.lane(LANES), run.lane(LANES))),
                random::nextDouble);
        try {
            made.start();
            generator = made;
            TextSettings form = plan.texts();
            texts = (form == null)
                    ? null
                    : new LeafTexts(Map.of(SegmentPlan.TEXT, form), () -> made, () -> made, run.clock());
            return true;
        } catch (RuntimeException ex) {
            cluster.tell(run, () -> "does not start: " + ex.getMessage());
            return false;
        }
    }

    private static Path notes(Run whose) {
        Machine machine = whose.machine();
        return machine.disk()
                .path(machine.disk().root() + "/" + whose.identity().port() + "/segment-tags");
    }

    /** Writes down what a process finds in its notes, or has written there. */
    private void trace(Kind kind, Run whose) {
        if (plan.keepsNotes() && cluster.isTracedInSegments()) {
            SimulatedNotes.forEach(
                    notes(whose), (tag, end) -> note(SegmentEvent.of(kind, whose.name(), tag, end, end, -1)));
        }
    }

    private void note(Kind kind, String tag) {
        note(SegmentEvent.of(kind, run.name(), tag));
    }

    private void note(SegmentEvent event) {
        cluster.noteOfSegments(() -> event);
    }

    private void giveWay() {
        Strand writing = cluster.timeline().current();
        if (writing != null) {
            trace(Kind.NOTED, writing.run());
            writing.run().giveWay(25, 50_000_000);
        }
    }

    @Override
    public boolean call() {
        if (plan.texts() != null && random.nextInt(ONE_IN_TEXTS) == 0) {
            return callForTexts();
        }
        String tag = SegmentPlan.TAGS.get(random.nextInt(SegmentPlan.TAGS.size()));
        return (random.nextInt(ONE_IN_BUYS) == 0) ? sell(tag) : call(tag);
    }

    /** Another process buys a range, uses what it needs of it, and may give the end of it back. */
    private boolean sell(String tag) {
        SegmentIdGenerator ids = generator;
        if (ids == null) {
            return false;
        }
        Sale sale = sale(ids, new Asked(tag, 1 + random.nextInt(2 * plan.batch())));
        if (sale != null && sale.used < sale.range.size()) {
            run.giveWay(2, 500_000_000);
            giveBack(ids, tag, sale.range.part(sale.used, sale.range.size() - sale.used));
        }
        return sale != null;
    }

    private @Nullable Sale sale(SegmentIdGenerator ids, Asked asked) {
        AllocationSettings settings = plan.settings().allocation();
        boolean isSeen = plan.databases() == 1
                && random.nextBoolean()
                && !cluster.isTracedInSegments(); // a trace has no clients
        long seen = isSeen ? cluster.ranges().held(asked.tag) : 0;
        try {
            AllocatedSegment range = ids.ranges().allocate(asked.tag, asked.count, seen);
            asked.answered(range.first());
            if (range.first() < seen) {
                requireSkipped(asked.tag, range, seen);
                return null; // the buyer refuses it
            }
            note(SegmentEvent.of(Kind.SOLD, run.name(), asked.tag, range.first(), range.end(), asked.place));
            cluster.ranges().requireAbove(run, asked.tag, range.first(), asked.soldEnd - 1);
            long used = (random.nextInt(3) == 0) ? random.nextLong(range.size()) : range.size();
            if (used > 0) {
                use(range.part(0, used), asked);
            }
            return new Sale(range, used);
        } catch (CounterSetBackException ex) {
            requireLost(asked.tag, seen, ex);
            return null;
        } catch (IdGenerationException ex) {
            asked.refused(ex);
            return null;
        } finally {
            asked.ended(settings.waitTimeout().isZero() ? most(settings.loadTimeout()) : most);
        }
    }

    /** A buyer is offered less than it holds only where the margin above the row of another server does not suffice. */
    private void requireSkipped(String tag, AllocatedSegment range, long seen) {
        if (plan.commits().margin() == 0) {
            cluster.ranges().complain("%s sells %s of '%s' to one that holds %d".formatted(run, range, tag, seen));
        }
    }

    private void requireLost(String tag, long seen, CounterSetBackException refusal) {
        if (cluster.tables().losses(tag) == 0) {
            cluster.ranges()
                    .complain("%s refuses one that holds %d though nothing was lost: %s"
                            .formatted(run, seen, refusal.getMessage()));
        }
    }

    /** Ids that are sold are no sequence with those of callers: segments of lower ids may be in use. */
    private void use(AllocatedSegment sold, Asked asked) {
        soldEnds.merge(asked.tag, sold.end(), Math::max);
        long[] got = new long[(int) sold.size()];
        for (int i = 0; i < got.length; i++) {
            got[i] = sold.first() + i * sold.stride();
        }
        cluster.ranges().sold(run, asked.tag, got, asked.floor(), plan.isGlobal(asked.tag) ? asked.all : null);
    }

    private void giveBack(SegmentIdGenerator ids, String tag, AllocatedSegment rest) {
        run.giveWay(2, 500_000_000);
        try {
            boolean unused = ids.ranges().giveBack(tag, rest.first(), rest.end());
        } catch (WorkerIdException.RegistryUnavailable ex) {
            cluster.tell(run, () -> "what a buyer returns may be lost: " + ex.getMessage());
        }
    }

    private boolean call(String tag) {
        SegmentIdGenerator ids = generator;
        if (ids == null) {
            return false;
        }
        Asked asked = new Asked(tag, random.nextInt(4) == 0 ? 1 + random.nextInt(plan.batch()) : 1);
        try {
            long[] got = (asked.count == 1) ? new long[] {ids.nextId(tag)} : ids.nextIds(tag, asked.count);
            asked.answered(got[0]);
            noteUse(tag, got, asked);
            cluster.ranges().issued(run, tag, got, asked.floor(), asked.all);
            return true;
        } catch (IdGenerationException ex) {
            asked.refused(ex);
            return false;
        } finally {
            asked.ended(most);
        }
    }

    /** Writes down the ids of a call, run by run. */
    private void noteUse(String tag, long[] got, Asked asked) {
        int from = 0;
        for (int i = 1; cluster.isTracedInSegments() && i <= got.length; i++) {
            if (i == got.length || got[i] - got[i - 1] != plan.slots()) {
                note(SegmentEvent.of(Kind.USED, run.name(), tag, got[from], got[i - 1] + plan.slots(), asked.place));
                from = i;
            }
        }
    }

    /** Each text is the date of a row and an id of that row, so that none comes twice if no id of a row does. */
    private boolean callForTexts() {
        LeafTexts source = texts;
        if (source == null || generator == null) {
            return false;
        }
        source.prepare();
        Asked asked = new Asked(source.periodOf(SegmentPlan.TEXT), 1 + random.nextInt(3));
        try {
            List<String> made = (asked.count == 1)
                    ? List.of(source.nextText(SegmentPlan.TEXT))
                    : source.nextTexts(SegmentPlan.TEXT, asked.count);
            long[] got = made.stream().mapToLong(plan::idOf).toArray();
            String row = plan.rowOf(made);
            asked.answered(got[0]);
            noteUse(row, got, asked);
            boolean isSame = row.equals(asked.tag); // else the clock was set while the call was under way
            cluster.ranges()
                    .issued(
                            run,
                            row,
                            got,
                            isSame ? asked.floor() : -1,
                            isSame ? asked.all : cluster.ranges().all(row));
            return true;
        } catch (IdGenerationException ex) {
            asked.refused(ex);
            return false;
        } finally {
            asked.ended(most);
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
            note(Kind.LIMITS, tag);
            limits.change(tag, limit, () -> ids.limit(tag, limit));
            note(Kind.LIMITED, tag);
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

    @Override
    public boolean issues() {
        for (String tag : SegmentPlan.TAGS) {
            if (!answered.contains(tag) && (!plan.exists(tag) || call(tag))) {
                answered.add(tag);
            }
        }
        if (plan.texts() != null && !answered.contains(SegmentPlan.TEXT) && callForTexts()) {
            answered.add(SegmentPlan.TEXT);
        }
        boolean isAll = answered.size() == SegmentPlan.TAGS.size() + (plan.texts() == null ? 0 : 1);
        if (isAll) {
            answered.clear(); // so that who asks again asks for all of them
        }
        return isAll;
    }

    @Override
    public void stop() {
        SegmentIdGenerator ids = generator;
        if (ids != null) {
            note(Kind.STOPS, "");
            run.move(ids::close);
            isStopped = true;
            note(Kind.STOPPED, "");
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
        note(Kind.STOPS, "");
        run.move(ids::stop);
        isStopped = true;
        note(Kind.STOPPED, "");
        callStopped();
        run.sleep(nanos);
        isStopped = false;
        starts++;
        note(Kind.STARTS, "");
        try {
            run.move(ids::start);
        } catch (RuntimeException ex) {
            cluster.tell(run, () -> "stays stopped: " + ex.getMessage());
            run.kill();
        }
    }

    @Override
    public void drop() {
        note(Kind.ENDED, ""); // the system has nothing of it
    }

    /** A range that was sold, and how many of its ids the buyer uses. */
    private record Sale(AllocatedSegment range, long used) {}

    /** What was known when a call began. */
    private final class Asked {

        private final RangeBooks books = cluster.ranges();
        private final String tag;
        private final int count;
        private final boolean wasStopped = isStopped;
        private final int startsBefore = starts;
        private final long before;
        private final String all;
        private final long highestOfAll;
        private final long soldEnd;
        private final long begun = undelayed();
        private final int place = cluster.placeOfSegments();
        private final LimitBooks.Held limit;

        private Asked(String tag, int count) {
            this.tag = tag;
            this.count = count;
            this.before = Math.max(books.highest(run.name(), tag), noted.getOrDefault(tag, 0L) - 1);
            this.all = books.all(tag);
            this.highestOfAll = plan.isGlobal(tag) ? books.highest(all, tag) : -1;
            this.soldEnd = soldEnds.getOrDefault(tag, 0L);
            this.limit = limits.of(tag);
        }

        /** The highest id that its ids must be above. */
        private long floor() {
            return all.equals(books.all(tag)) ? Math.max(before, highestOfAll) : before;
        }

        private void answered(long first) {
            run.requireAlive();
            if (wasStopped && startsBefore == starts) { // else it was started while the call was under way
                books.complain("%s issues %d of '%s' after it was stopped".formatted(run, first, tag));
            }
            limits.issued(tag, limit, count);
        }

        private void refused(IdGenerationException why) {
            requireReason(tag, limit, count, why);
            cluster.books().refused(run, why);
        }

        private void ended(Duration longest) {
            if (run.isAlive()) {
                books.lasted(run, undelayed() - begun, longest);
            }
        }

        private long undelayed() {
            return cluster.timeline().now() - cluster.timeline().delayed();
        }
    }
}
