/** Public API. The store of segments in a relational database: the table {@code leaf_alloc} of the original Leaf. */
@NullMarked
package io.leafid.segment.jdbc;

import org.jspecify.annotations.NullMarked;
