/**
 * Internal. What may stand in a text that leaves the process.
 */
@NullMarked
package io.leafid.text;

import org.jspecify.annotations.NullMarked;
