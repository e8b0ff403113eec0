/** Internal. Ids for entities of MyBatis-Plus. */
@NullMarked
package io.leafid.data.mybatisplus;

import org.jspecify.annotations.NullMarked;
