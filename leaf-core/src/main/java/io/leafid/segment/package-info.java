/**
 * Public API. The segment engine: {@link io.leafid.segment.SegmentIdGenerator} serves ids from ranges that are allocated per tag from
 * a store, learns which tags there are, starts and stops.
 */
@NullMarked
package io.leafid.segment;

import org.jspecify.annotations.NullMarked;
