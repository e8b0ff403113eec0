package io.leafid.autoconfigure.properties;

import io.leafid.segment.SegmentSettings;
import io.leafid.segment.SegmentSettings.NewTag;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.DeprecatedConfigurationProperty;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids from ranges that are allocated from a database. Immutable.
 *
 * @param enable Old name of leaf.segment.enabled.
 * @param enabled Whether ids are served from database segments.
 * @param table Table with a row per tag, with its schema if it needs one.
 * @param targetDuration How long a segment should last; steps adapt to it.
 * @param maxStep Most ids that one allocation takes, unless the row's own step is larger.
 * @param prefetchAt Share of a segment after whose use the next one is allocated, from 0 to below 1.
 * @param refreshInterval How often tags that were added or removed and steps that were changed are noticed.
 * @param waitTimeout How long a caller waits when nothing is reserved; 0 means not at all.
 * @param loadTimeout How long an allocation may take before it is given up.
 * @param failFast Whether the start fails when the database cannot be reached or the table is missing.
 * @param autoCreate Rows for tags that have none.
 * @param returnUnused Whether ids that were never handed out are given back to the database at shutdown.
 * @param preloadRecent Whether a run notes its tags and their highest ids in a file. The next start allocates those used in the
 * last day, and refuses a row that is below the ids handed out.
 * @param stateDirectory Directory in which tags and their highest ids are noted; if not set, a default place, whatever
 * leaf.snowflake.state-directory says; nothing is noted when leaf.name is not known.
 * @param onFailover What to do when another database server answers than before, which may lack the last ranges; for `skip`
 * one that was restarted is another.
 * @param failoverMargin Ids skipped per tag after a fail-over, if leaf.segment.on-failover is skip.
 * @param url Old name of leaf.jdbc.url.
 * @param username Old name of leaf.jdbc.username.
 * @param password Old name of leaf.jdbc.password.
 */
public record SegmentProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("leaf_alloc") String table,
        @DefaultValue("15m") Duration targetDuration,
        @DefaultValue("1000000") int maxStep,
        @DefaultValue("0.1") double prefetchAt,
        @DefaultValue("60s") Duration refreshInterval,
        @DefaultValue("1s") Duration waitTimeout,
        @DefaultValue("5s") Duration loadTimeout,
        @DefaultValue("true") boolean failFast,
        @DefaultValue @NestedConfigurationProperty AutoCreate autoCreate,
        @DefaultValue("true") boolean returnUnused,
        @DefaultValue("true") boolean preloadRecent,
        @Nullable Path stateDirectory,
        @DefaultValue("continue") OnFailover onFailover,
        @DefaultValue("10000000") long failoverMargin,

        @DeprecatedConfigurationProperty(replacement = "leaf.segment.enabled") @Nullable Boolean enable,

        @DeprecatedConfigurationProperty(replacement = "leaf.jdbc.url") @Nullable String url,

        @DeprecatedConfigurationProperty(replacement = "leaf.jdbc.username") @Nullable String username,

        @DeprecatedConfigurationProperty(replacement = "leaf.jdbc.password") @Nullable String password) {

    public SegmentProperties {
        enabled = enabled || Boolean.TRUE.equals(enable);
    }

    /** Without the database's password, since settings end up in logs. */
    @Override
    public String toString() {
        return "SegmentProperties[enabled=%s, table=%s]".formatted(enabled, table);
    }

    /** The choices when another database server answers than before. */
    public enum OnFailover {
        /** Goes on where its rows stand. */
        CONTINUE,
        /** Skips a margin of each tag first. */
        SKIP
    }

    /** The settings of allocations, for the engine. */
    public AllocationSettings allocation(Map<String, TagSettings> tags) {
        return new AllocationSettings(targetDuration, maxStep, tags, prefetchAt, waitTimeout, loadTimeout);
    }

    /** For the engine. */
    public SegmentSettings settings(Map<String, TagSettings> tags) {
        NewTag newTag = autoCreate.enabled() ? autoCreate.newTag() : null;
        return new SegmentSettings(allocation(tags), refreshInterval, failFast, newTag, returnUnused);
    }

    /** The number of ids of a tag that are skipped after a fail-over. */
    public long skippedAfterFailover() {
        return (onFailover == OnFailover.SKIP) ? failoverMargin : 0;
    }

    /**
     * Rows for tags that have none.
     *
     * @param enabled Whether a tag that has no row gets one on first use.
     * @param step Ids per allocation of such a row.
     * @param initialId First id of such a row.
     */
    public record AutoCreate(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("1000") int step,
            @DefaultValue("1") long initialId) {

        public NewTag newTag() {
            return new NewTag(step, initialId);
        }
    }
}
