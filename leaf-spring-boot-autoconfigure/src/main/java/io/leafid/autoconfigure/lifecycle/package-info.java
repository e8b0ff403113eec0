/** Internal. The life of Leaf's parts with the application's context, and its readiness. */
@NullMarked
package io.leafid.autoconfigure.lifecycle;

import org.jspecify.annotations.NullMarked;
