/** Internal. Limits and switches of single tags, as the settings say and as they are changed at run time. */
@NullMarked
package io.leafid.autoconfigure.tags;

import org.jspecify.annotations.NullMarked;
