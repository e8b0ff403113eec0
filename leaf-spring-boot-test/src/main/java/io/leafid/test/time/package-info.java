/** Public API. Clocks and executors that a test moves by hand. */
@NullMarked
package io.leafid.test.time;

import org.jspecify.annotations.NullMarked;
