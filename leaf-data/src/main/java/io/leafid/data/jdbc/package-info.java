/** Internal. Ids for aggregates of Spring Data JDBC. */
@NullMarked
package io.leafid.data.jdbc;

import org.jspecify.annotations.NullMarked;
