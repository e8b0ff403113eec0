/**
 * Extension point. The segment engine: ranges of ids allocated per tag from a {@link io.leafid.segment.SegmentStore}, served
 * from memory. Applications use {@link io.leafid.segment.SegmentIdGenerator}; a store of another kind implements
 * {@code SegmentStore}.
 */
@NullMarked
package io.leafid.segment;

import org.jspecify.annotations.NullMarked;
