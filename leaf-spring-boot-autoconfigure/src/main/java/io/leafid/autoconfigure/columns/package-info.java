/** Internal. The columns that tags number, with which rows are compared. */
@NullMarked
package io.leafid.autoconfigure.columns;

import org.jspecify.annotations.NullMarked;
