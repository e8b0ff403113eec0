/** Internal. The only place that reads the clock, waits or makes threads, so that tests can replace all three. */
@NullMarked
package io.leafid.time;

import org.jspecify.annotations.NullMarked;
