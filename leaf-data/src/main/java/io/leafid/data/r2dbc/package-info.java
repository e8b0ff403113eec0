/** Internal. Ids for entities of Spring Data R2DBC. */
@NullMarked
package io.leafid.data.r2dbc;

import org.jspecify.annotations.NullMarked;
