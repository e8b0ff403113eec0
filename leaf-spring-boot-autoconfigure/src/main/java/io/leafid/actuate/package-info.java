/** Internal. What an operator sees of Leaf: endpoint, health, metrics and info, all read beside the engines' callers. */
@NullMarked
package io.leafid.actuate;

import org.jspecify.annotations.NullMarked;
