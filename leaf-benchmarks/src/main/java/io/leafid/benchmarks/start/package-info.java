/** Internal. Measures how much later an application with Leaf is ready; not published. */
@NullMarked
package io.leafid.benchmarks.start;

import org.jspecify.annotations.NullMarked;
