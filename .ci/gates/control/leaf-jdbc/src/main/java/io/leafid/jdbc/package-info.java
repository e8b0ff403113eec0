/** Internal. Stands for a package of its module. */
@NullMarked
package io.leafid.jdbc;

import org.jspecify.annotations.NullMarked;
