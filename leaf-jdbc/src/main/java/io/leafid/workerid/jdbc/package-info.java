/**
 * Internal. The registry of worker ids in a relational database: the table {@code leaf_workerid_alloc} of the original's
 * fork with columns of our own.
 */
@NullMarked
package io.leafid.workerid.jdbc;

import org.jspecify.annotations.NullMarked;
