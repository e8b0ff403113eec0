/** Internal. What all libraries share: a property that carries {@code @LeafId}, its tag, and where its values come from. */
@NullMarked
package io.leafid.data.property;

import org.jspecify.annotations.NullMarked;
