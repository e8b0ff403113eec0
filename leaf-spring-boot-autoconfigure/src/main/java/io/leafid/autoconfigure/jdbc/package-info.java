/**
 * Internal. Which database ids are reserved in, the connections to it that are Leaf's own, its tables, which are created last,
 * and the explanations of what it says.
 */
@NullMarked
package io.leafid.autoconfigure.jdbc;

import org.jspecify.annotations.NullMarked;
