/** Public API. Snowflake ids: a timestamp, a worker id leased from a registry, and a sequence, in one number. */
@NullMarked
package io.leafid.snowflake;

import org.jspecify.annotations.NullMarked;
