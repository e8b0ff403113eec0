/** Internal. When a tag's next allocation is made, and how many ids it takes; all of it pure. */
@NullMarked
package io.leafid.segment.step;

import org.jspecify.annotations.NullMarked;
