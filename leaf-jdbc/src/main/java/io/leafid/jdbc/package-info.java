/** Internal. What the stores in a relational database share: dialects, schema files, names, transactions of their own. */
@NullMarked
package io.leafid.jdbc;

import org.jspecify.annotations.NullMarked;
