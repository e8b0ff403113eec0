/**
 * Internal. What a standby for snowflake ids tells those who send it requests.
 */
@NullMarked
package io.leafid.autoconfigure.standby;

import org.jspecify.annotations.NullMarked;
