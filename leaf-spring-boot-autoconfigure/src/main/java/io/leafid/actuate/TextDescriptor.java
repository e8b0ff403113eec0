package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.textid.TextIdGenerator;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a tag as the endpoint shows them. Immutable.
 *
 * @param pattern what they look like
 * @param period when their counter begins anew
 * @param zone the time zone of their dates
 * @param row the row whose counter is used now
 * @param used share of the texts of that row that are used, as far as this process knows; {@code null} if their number has no end
 */
record TextDescriptor(
        String pattern,
        TextPeriod period,
        String zone,
        String row,
        @Nullable Double used) {

    /** Those of all tags of an engine, by tag. */
    static Map<String, TextDescriptor> of(@Nullable TextIdGenerator engine) {
        Map<String, TextDescriptor> texts = new TreeMap<>();
        if (engine != null) {
            engine.texts().forEach((tag, settings) -> texts.put(tag, of(engine, tag, settings)));
        }
        return texts;
    }

    private static TextDescriptor of(TextIdGenerator engine, String tag, TextSettings settings) {
        boolean isBounded = engine instanceof SegmentIdGenerator && isBounded(settings);
        return new TextDescriptor(
                settings.pattern().toString(),
                settings.period(),
                settings.zone().getId(),
                engine.rowOf(tag),
                isBounded ? (Double) used((SegmentIdGenerator) engine, tag) : null);
    }

    /** Returns whether ids may outgrow the width of the texts. */
    static boolean isBounded(TextSettings settings) {
        return settings.pattern().capacity() < Long.MAX_VALUE;
    }

    /** The share of the texts of the present row that are used. */
    static double used(SegmentIdGenerator engine, String tag) {
        TextSettings settings = engine.texts().get(tag);
        long next = engine.status(engine.rowOf(tag))
                .map(status -> status.reserve().next())
                .orElse(0L);
        return (settings == null)
                ? 0
                : Math.max(0, next - 1) / (double) settings.pattern().capacity();
    }
}
