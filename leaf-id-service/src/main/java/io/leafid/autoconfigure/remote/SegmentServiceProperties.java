package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.properties.LeafSettings;
import io.leafid.segment.store.TagRow;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ranges of ids for other processes, which hand the ids out themselves. Immutable.
 *
 * @param enabled Whether ranges are allocated over HTTP, as an id service does for its clients.
 * @param maxAmount Ids that one request may take, unless the tag's own step is larger.
 * @param create Whether a request may add a tag.
 */
@LeafSettings
@ConfigurationProperties("leaf.web.segments")
record SegmentServiceProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("1000000") long maxAmount,
        @DefaultValue("false") boolean create) {

    SegmentServiceProperties {
        if (maxAmount < 1 || maxAmount > TagRow.MAX_STEP) {
            throw new IllegalArgumentException("leaf.web.segments.max-amount must be from 1 to %s, but is %s"
                    .formatted(TagRow.MAX_STEP, maxAmount));
        }
    }
}
