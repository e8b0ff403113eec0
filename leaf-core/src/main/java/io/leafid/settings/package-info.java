/**
 * Internal. How a record of settings checks its own ranges and names the component that is out of range.
 */
@NullMarked
package io.leafid.settings;

import org.jspecify.annotations.NullMarked;
