/** Internal. Auto-configuration of several databases: for single tags, or by turns for all. */
@NullMarked
package io.leafid.autoconfigure.databases;

import org.jspecify.annotations.NullMarked;
