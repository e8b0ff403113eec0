/** Internal. Processes and servers that measurements start; not published. */
@NullMarked
package io.leafid.benchmarks.process;

import org.jspecify.annotations.NullMarked;
