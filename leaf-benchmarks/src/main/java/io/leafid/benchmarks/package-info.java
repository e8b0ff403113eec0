/** Internal. Measures the hot paths beside a bare counter and beside peers, in one run; not published. */
@NullMarked
package io.leafid.benchmarks;

import org.jspecify.annotations.NullMarked;
