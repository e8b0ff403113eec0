/**
 * Internal. Several databases that know nothing of each other and grant interleaved ids, each those of its own slot; any of them may
 * die.
 */
@NullMarked
package io.leafid.segment.interleaved;

import org.jspecify.annotations.NullMarked;
