/** Internal. Ids for entities of Hibernate ORM, which finds this package through {@code @LeafId}. */
@NullMarked
package io.leafid.data.hibernate;

import org.jspecify.annotations.NullMarked;
