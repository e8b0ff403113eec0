/** Internal. Stands for a package above it. */
@NullMarked
package io.leafid.segment;

import org.jspecify.annotations.NullMarked;
