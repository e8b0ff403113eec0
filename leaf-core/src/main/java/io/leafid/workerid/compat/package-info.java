/**
 * Internal. What the original Leaf and its best-known fork leave in tree, table and files, and how far it can be trusted:
 * a team runs them beside this one while it moves over.
 */
@NullMarked
package io.leafid.workerid.compat;

import org.jspecify.annotations.NullMarked;
