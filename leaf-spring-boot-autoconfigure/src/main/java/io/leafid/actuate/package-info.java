/** Internal. What an operator sees of Leaf: endpoint, health and metrics, all read beside the engines' callers. */
@NullMarked
package io.leafid.actuate;

import org.jspecify.annotations.NullMarked;
