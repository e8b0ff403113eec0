/** Internal. How work is handed from one thread to another. */
@NullMarked
package io.leafid.concurrent;

import org.jspecify.annotations.NullMarked;
