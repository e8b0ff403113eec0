/** Internal. What the original Leaf leaves on the machine of a node that takes its place. */
@NullMarked
package io.leafid.autoconfigure.originals;

import org.jspecify.annotations.NullMarked;
