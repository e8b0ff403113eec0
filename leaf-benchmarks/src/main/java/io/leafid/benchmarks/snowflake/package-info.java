/** Internal. What a snowflake id costs, beside the clock and beside peers. */
@NullMarked
package io.leafid.benchmarks.snowflake;

import org.jspecify.annotations.NullMarked;
