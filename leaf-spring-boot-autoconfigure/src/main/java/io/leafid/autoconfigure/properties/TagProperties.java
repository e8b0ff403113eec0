package io.leafid.autoconfigure.properties;

import io.leafid.TagLimit;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import io.leafid.settings.Ranges;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

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
 * @param above Columns that hold ids of this tag, as shop_order.id: a range that is not above their largest value is refused, and
 * rows that are created begin above it.
 */
public record TagProperties(
        @Nullable IdEngine mode,
        @Nullable Integer maxStep,
        @DefaultValue("false") boolean preload,
        @DefaultValue("node") IdOrder order,
        @Nullable Long maxRate,
        @Nullable String database,
        @DefaultValue("true") boolean enabled,
        @DefaultValue List<String> above) {

    public TagProperties {
        database = PropertyText.orNull(database);
        above = above.stream().map(String::strip).filter(StringUtils::hasText).toList();
        Ranges check = Ranges.check();
        above.forEach(name -> check.require(
                COLUMN.matcher(name).matches(),
                "above",
                name,
                "must name a table and a column",
                "Set {above}=shop_order.id, for example, with names that need no quotes."));
        check.orThrow();
    }

    private static final String NAME = "[A-Za-z_][A-Za-z0-9_$]{0,62}";

    /** A column with its table, and the schema of that if it needs one. */
    private static final Pattern COLUMN = Pattern.compile("(" + NAME + "\\.){1,2}" + NAME);

    /** For the segment engine. */
    public TagSettings settings() {
        return new TagSettings(maxStep, order);
    }

    /** The limit of the tag. */
    public TagLimit limit() {
        return new TagLimit(enabled, maxRate);
    }
}
