/**
 * Extension point. The only place that reads the clock, waits or makes threads, so that tests can replace all three. Stores and
 * holders are given a {@link io.leafid.time.TimeSource}; everything else here is internal.
 */
@NullMarked
package io.leafid.time;

import org.jspecify.annotations.NullMarked;
