package io.leafid.textid;

import io.leafid.IdGenerator;
import io.leafid.PrintableText;
import io.leafid.Tags;
import io.leafid.TextId;
import io.leafid.TextIds;
import io.leafid.TextStatus;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings.NewTag;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Texts made of the ids of a generator, which knows nothing of them. Thread-safe. */
public final class LeafTexts implements TextIds {

    /** The pause between two looks whether the tag of a period has to be made. */
    public static final Duration LOOK_INTERVAL = Duration.ofMinutes(1);

    /** The time before a period at which its tag is made. */
    static final Duration AHEAD = Duration.ofHours(6);

    private final Map<String, TextSettings> settings;
    private final Map<String, TagTexts> texts = new HashMap<>();
    private final Supplier<? extends IdGenerator> ids;
    private final Supplier<? extends @Nullable SegmentIdGenerator> segments;
    private final TimeSource time;

    /**
     * Makes texts.
     *
     * @param byTag how those of the tags with a pattern are made
     * @param ids asked for the ids, but of periods
     * @param segments asked for those of periods, whose tags it makes; {@code null} where the others are asked for all
     * @param time the clock of dates and periods
     */
    public LeafTexts(
            Map<String, TextSettings> byTag,
            Supplier<? extends IdGenerator> ids,
            Supplier<? extends @Nullable SegmentIdGenerator> segments,
            TimeSource time) {
        this.settings = Map.copyOf(byTag);
        this.ids = ids;
        this.segments = segments;
        this.time = time;
        settings.forEach((tag, own) -> texts.put(tag, new TagTexts(tag, own, time)));
    }

    /**
     * Begins to make the tags of the present periods and of those that are near, and allocates of the latter where the former are in use.
     * Waits for nothing; to be called every {@link #LOOK_INTERVAL}.
     */
    public void prepare() {
        SegmentIdGenerator engine = segments.get();
        if (engine != null && !engine.isClosed()) {
            settings.forEach((tag, own) -> prepare(engine, tag, own));
        }
    }

    private void prepare(SegmentIdGenerator engine, String tag, TextSettings own) {
        if (own.period() != TextPeriod.NONE) {
            NewTag row = new NewTag(own.step(), 1);
            String present = own.periodAt(tag, time.now());
            String next = own.periodAt(tag, time.now().plus(AHEAD));
            engine.prepare(present, row, null);
            if (!next.equals(present)) {
                engine.prepare(next, row, present);
            }
        }
    }

    @Override
    public String nextText(String tag) {
        return nextTexts(tag, 1).get(0);
    }

    @Override
    public List<String> nextTexts(String tag, int count) {
        TagTexts own = texts.get(Tags.requireLegal(tag));
        return (own == null)
                ? Arrays.stream(ids.get().nextIds(tag, count))
                        .mapToObj(Long::toString)
                        .toList()
                : own.make(period -> nextIds(tag, period, count));
    }

    /** The tag of a period is the engine's own, and made with the first ids if it was not made ahead. */
    private long[] nextIds(String tag, String period, int count) {
        SegmentIdGenerator engine = period.equals(tag) ? null : segments.get();
        return (engine == null)
                ? ids.get().nextIds(period, count)
                : engine.nextIds(
                        period,
                        count,
                        new NewTag(Objects.requireNonNull(settings.get(tag)).step(), 1));
    }

    @Override
    public boolean knows(String tag) {
        return settings.containsKey(Tags.requireLegal(tag));
    }

    @Override
    public String periodOf(String tag) {
        TextSettings own = settings.get(Tags.requireLegal(tag));
        return (own == null) ? tag : own.periodAt(tag, time.now());
    }

    @Override
    public TextId parse(String tag, String text) {
        TextSettings own = settings.get(Tags.requireLegal(tag));
        if (own == null) {
            throw new IllegalArgumentException(
                    "no pattern is set for the texts of tag '%s'".formatted(PrintableText.of(tag)));
        }
        return own.pattern().parse(text);
    }

    @Override
    public SortedMap<String, TextStatus> status() {
        SortedMap<String, TextStatus> status = new TreeMap<>();
        settings.forEach((tag, own) -> status.put(
                tag,
                new TextStatus(
                        own.pattern().toString(),
                        own.period().name(),
                        own.zone().getId(),
                        periodOf(tag),
                        used(own, periodOf(tag)))));
        return status;
    }

    /** The share of the texts of a period that are used; {@code null} if their number has no end. */
    private @Nullable Double used(TextSettings own, String period) {
        SegmentIdGenerator engine = segments.get();
        long capacity = own.pattern().capacity();
        if (engine == null || capacity == Long.MAX_VALUE) {
            return null;
        }
        long next = engine.status(period).map(tag -> tag.reserve().next()).orElse(0L);
        return Math.max(0, next - 1) / (double) capacity;
    }
}
