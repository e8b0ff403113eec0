/** Internal. Ids for entities of Spring Data's relational modules: what JDBC and R2DBC share. */
@NullMarked
package io.leafid.data.relational;

import org.jspecify.annotations.NullMarked;
