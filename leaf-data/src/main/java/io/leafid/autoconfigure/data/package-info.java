/** Internal. Beans that bring {@code @LeafId} into the libraries which store entities. */
@NullMarked
package io.leafid.autoconfigure.data;

import org.jspecify.annotations.NullMarked;
