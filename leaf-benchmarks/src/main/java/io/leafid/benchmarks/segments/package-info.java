/** Internal. What an id of a segment costs, and a text made of it, beside a bare counter and beside a peer. */
@NullMarked
package io.leafid.benchmarks.segments;

import org.jspecify.annotations.NullMarked;
