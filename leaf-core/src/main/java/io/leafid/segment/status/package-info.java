/**
 * Public API. What an operator reads about the segment engine: tags, reserves, allocations and the store, each as it was at one
 * moment.
 */
@NullMarked
package io.leafid.segment.status;

import org.jspecify.annotations.NullMarked;
