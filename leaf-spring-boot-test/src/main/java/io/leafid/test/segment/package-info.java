/** Public API. The contract that every {@link io.leafid.segment.store.SegmentStore} keeps, and a store in memory that keeps it. */
@NullMarked
package io.leafid.test.segment;

import org.jspecify.annotations.NullMarked;
