/**
 * Internal. What one run of the segment engine notes on its disk for the next: which tags were used, and up to which id each was
 * handed out.
 */
@NullMarked
package io.leafid.segment.notes;

import org.jspecify.annotations.NullMarked;
