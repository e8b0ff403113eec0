package io.leafid.autoconfigure.properties;

import io.leafid.TagLimit;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of one tag. Immutable.
 *
 * @param mode Engine that serves the tag; if not set, leaf.default-mode.
 * @param maxStep Most ids that one allocation of this tag takes; if not set, leaf.segment.max-step.
 * @param preload Whether the tag's first segment is allocated at start, before the first call.
 * @param order Calls among which the tag's ids grow: those of one node, or those of all nodes, for which nothing is reserved ahead.
 * @param maxRate Most ids per second of this tag in this process, of which those of one second may come at once; if not set, as many as
 * are asked for.
 * @param database Name of the database below leaf.databases that serves this tag alone; if not set, the one of all other tags.
 * @param enabled Whether ids of this tag are issued in this process.
 * @param text Pattern of the texts that are made of the tag's ids, such as INV-{date:yyyyMMdd}-{id:06}; if not set, their digits.
 * @param period Period in which the counter of the tag's texts begins at 1.
 * @param retention How much older than the tag's latest row the row of a period may be before it is removed, such as 400d; if not set,
 * all are kept.
 * @param zone Time zone whose calendar the dates and periods of the texts follow.
 */
public record TagProperties(
        @Nullable IdEngine mode,
        @Nullable Integer maxStep,
        @DefaultValue("false") boolean preload,
        @DefaultValue("node") IdOrder order,
        @Nullable Long maxRate,
        @Nullable String database,
        @DefaultValue("true") boolean enabled,
        @Nullable String text,
        @DefaultValue("none") TextPeriod period,
        @Nullable Duration retention,
        @DefaultValue("UTC") ZoneId zone) {

    public TagProperties {
        database = PropertyText.orNull(database);
        text = PropertyText.orNull(text);
    }

    /** For the segment engine, with how texts are made if it makes them. */
    public TagSettings settings(@Nullable TextSettings texts) {
        return new TagSettings(maxStep, order, texts);
    }

    /**
     * The form of the texts of the tag's ids; {@code null} if there are none.
     *
     * @param step ids per allocation of the row of a period
     * @throws IllegalArgumentException if the pattern is none, or does not tell periods apart
     */
    public @Nullable TextSettings texts(int step) {
        return (text == null) ? null : new TextSettings(TextPattern.of(text), period, zone, step, retention);
    }

    public TagLimit limit() {
        return new TagLimit(enabled, maxRate);
    }
}
