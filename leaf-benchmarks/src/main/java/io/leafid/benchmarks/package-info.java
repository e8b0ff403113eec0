/** Internal. What can be measured, each by a command; not published. */
@NullMarked
package io.leafid.benchmarks;

import org.jspecify.annotations.NullMarked;
