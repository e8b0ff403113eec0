/** Internal. Stands for a package of an engine. */
@NullMarked
package io.leafid.segment;

import org.jspecify.annotations.NullMarked;
