/** Internal. What a start would do, and whether that is safe: {@code leaf.check-only}. */
@NullMarked
package io.leafid.autoconfigure.check;

import org.jspecify.annotations.NullMarked;
