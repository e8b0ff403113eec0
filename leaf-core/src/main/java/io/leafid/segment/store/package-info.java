/**
 * Extension point. Where ranges of ids are allocated: the contract of a {@link io.leafid.segment.store.SegmentStore}, and what it
 * is asked for and answers.
 */
@NullMarked
package io.leafid.segment.store;

import org.jspecify.annotations.NullMarked;
