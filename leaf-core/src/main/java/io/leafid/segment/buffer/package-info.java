/**
 * Internal. The buffer of one tag: its segments in memory, the callers that wait for them, and how the next one is allocated.
 */
@NullMarked
package io.leafid.segment.buffer;

import org.jspecify.annotations.NullMarked;
