/** Internal. Measures how long single calls take while stores are slow, hang or are unavailable and clocks step; not published. */
@NullMarked
package io.leafid.benchmarks.latency;

import org.jspecify.annotations.NullMarked;
