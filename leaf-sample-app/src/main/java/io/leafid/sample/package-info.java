/** Internal. An order service whose ids come from Leaf: the smallest real application. */
@NullMarked
package io.leafid.sample;

import org.jspecify.annotations.NullMarked;
