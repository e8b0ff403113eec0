package io.leafid.cluster;

import io.leafid.TextId;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.jdbc.SimulatedRows;
import io.leafid.segment.status.IdOrder;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the segment engines of a cluster are set. Immutable.
 *
 * @param settings those of the engine, the same on all nodes
 * @param preload tags that are preloaded
 * @param batch the most ids that a call asks for
 * @param keepsNotes whether each node notes on its disk what it has handed out
 * @param steps the steps of the rows, in the order of the tags
 * @param databases how many there are; several grant ids by turns
 * @param slots how many there may ever be
 * @param texts how texts are made of the ids of one tag; {@code null} if they are not
 * @param commits what a crash of a database does to its last commits, and a process after it
 */
record SegmentPlan(
        SegmentSettings settings,
        List<String> preload,
        int batch,
        boolean keepsNotes,
        List<Integer> steps,
        int databases,
        int slots,
        @Nullable TextSettings texts,
        SimulatedRows.Commits commits) {

    /** The tags that all nodes use. */
    static final List<String> TAGS = List.of("order", "user", "invoice", "coupon");

    /** The last one has no row at first. */
    private static final List<String> FIRST_TAGS = TAGS.subList(0, 3);

    private static final String FRESH = TAGS.get(3);

    private static final String ORDERED = "invoice";

    /** The tag with texts, in some plans. */
    static final String TEXT = "slip";

    /** More than all nodes allocate by the changes that a copy lacks. */
    private static final long MARGIN = 10_000;

    private static final TextPattern PATTERN = TextPattern.of("S-{date:yyyyMMdd}-{id:06}-{check}");

    /** Draws one; what came later into the plan is drawn from {@code more}, so that the rest of each plan stays as it was. */
    static SegmentPlan of(Random random, Random more, boolean isNarrow) {
        Map<String, TagSettings> tags = new HashMap<>();
        boolean isOrdered = random.nextBoolean();
        if (isOrdered) {
            tags.put(ORDERED, new TagSettings(null, IdOrder.GLOBAL));
        }
        List<Duration> waits = List.of(
                isOrdered ? Duration.ofMillis(500) : Duration.ZERO, // nothing is reserved where order is global
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                Duration.ofSeconds(3));
        AllocationSettings allocation = new AllocationSettings(
                random.nextBoolean() ? Duration.ofMinutes(15) : Duration.ofSeconds(5),
                isNarrow ? 1 : 20 + random.nextInt(100),
                tags,
                random.nextInt(10) / 10.0,
                waits.get(random.nextInt(waits.size())),
                random.nextBoolean() ? Duration.ofSeconds(1) : Duration.ofSeconds(5));
        SegmentSettings settings = new SegmentSettings(
                allocation,
                random.nextBoolean() ? Duration.ofSeconds(60) : Duration.ofSeconds(6),
                random.nextInt(4) == 0,
                newTag(more, isNarrow),
                isNarrow || random.nextInt(4) != 0);
        List<Integer> steps = isNarrow
                ? List.of(1, 1, 1)
                : List.of(1 + random.nextInt(20), 1 + random.nextInt(60), 1 + random.nextInt(20));
        SegmentPlan plan = new SegmentPlan(
                settings,
                random.nextBoolean() ? FIRST_TAGS : List.of(),
                isNarrow ? 3 : 60,
                random.nextBoolean(),
                steps,
                1,
                1,
                null,
                commits(more.nextInt(3) == 0, more.nextBoolean()));
        return (more.nextInt(3) == 0)
                ? plan.withTexts(more, isNarrow, allocation.waitTimeout().isZero())
                : plan;
    }

    private static SimulatedRows.Commits commits(boolean areLost, boolean areSkipped) {
        return new SimulatedRows.Commits(areLost, areSkipped ? MARGIN : 0);
    }

    /** Somewhere it becomes midnight while the cluster runs; its order is sometimes that of all nodes. */
    private SegmentPlan withTexts(Random more, boolean isNarrow, boolean waitsForNothing) {
        int step = isNarrow ? 1 : 1 + more.nextInt(20);
        TextSettings made = new TextSettings(PATTERN, TextPeriod.DAY, Machine.zoneOfMidnight(step % 2 == 0), step);
        Map<String, TagSettings> tags = new HashMap<>(settings.allocation().tags());
        boolean isGlobal = more.nextInt(4) == 0 && !waitsForNothing;
        tags.put(TEXT, new TagSettings(null, isGlobal ? IdOrder.GLOBAL : IdOrder.NODE));
        return with(tags, made);
    }

    private SegmentPlan with(Map<String, TagSettings> tags, @Nullable TextSettings made) {
        AllocationSettings of = settings.allocation();
        AllocationSettings allocation = new AllocationSettings(
                of.targetDuration(), of.maxStep(), tags, of.prefetchAt(), of.waitTimeout(), of.loadTimeout());
        SegmentSettings all = new SegmentSettings(
                allocation,
                settings.refreshInterval(),
                settings.failFast(),
                settings.autoCreate(),
                settings.returnUnused());
        return new SegmentPlan(all, preload, batch, keepsNotes, steps, databases, slots, made, commits);
    }

    /** The id of a text. */
    long idOf(String text) {
        return parse(text).id();
    }

    /** The row whose date all of some texts have. */
    String rowOf(List<String> texts) {
        Set<@Nullable LocalDate> dates =
                texts.stream().map(text -> parse(text).date()).collect(Collectors.toSet());
        if (dates.size() != 1) {
            throw new IllegalStateException("texts of one call have several dates: " + texts);
        }
        return TEXT + "/" + String.valueOf(dates.iterator().next()).replace("-", "");
    }

    private TextId parse(String text) {
        return PATTERN.parse(text);
    }

    /** The same with several databases; of those no order over all nodes is to be had. */
    SegmentPlan interleaved(Random more) {
        int several = 2 + more.nextInt(2);
        SegmentSettings unordered = with(Map.of(), texts).settings;
        return new SegmentPlan(
                unordered, preload, batch, keepsNotes, steps, several, several + more.nextInt(2), texts, commits);
    }

    /** In some plans a tag that has no row gets one on first use. */
    private static SegmentSettings.@Nullable NewTag newTag(Random more, boolean isNarrow) {
        int step = isNarrow ? 1 : 1 + more.nextInt(20);
        return more.nextBoolean() ? new SegmentSettings.NewTag(step, more.nextInt(1_000)) : null;
    }

    /** How long a call waits that gets no answer: a pool of one of several databases has half of what an allocation may take. */
    Duration lineTimeout() {
        return (databases == 1)
                ? Duration.ofSeconds(2)
                : settings.allocation().loadTimeout().dividedBy(2);
    }

    /** Whether ids of a tag are to be had when nothing goes wrong. */
    boolean exists(String tag) {
        return !tag.equals(FRESH) || settings.autoCreate() != null;
    }

    /** Whether the ids of a tag grow over all nodes. */
    boolean isGlobal(String tag) {
        return settings.allocation().orderOf(tag) == IdOrder.GLOBAL;
    }

    @Override
    public String toString() {
        return "%scallers wait %s, allocations take %s at most, %s%s%s%s%s%s"
                .formatted(
                        (databases == 1) ? "" : databases + " databases interleaved, ",
                        settings.allocation().waitTimeout(),
                        settings.allocation().loadTimeout(),
                        settings.returnUnused() ? "what is left is given back" : "what is left is discarded",
                        keepsNotes ? ", with notes" : "",
                        (settings.autoCreate() == null) ? "" : ", tags are created on first use",
                        (texts == null) ? "" : ", with texts",
                        commits.areLost() ? ", crashes lose commits" : "",
                        commits.margin() == 0 ? "" : ", a change of server is skipped over by " + commits.margin());
    }
}
