/** Public API. Ids of entities: the annotation on the property of an entity whose value comes from Leaf. */
@NullMarked
package io.leafid.data;

import org.jspecify.annotations.NullMarked;
