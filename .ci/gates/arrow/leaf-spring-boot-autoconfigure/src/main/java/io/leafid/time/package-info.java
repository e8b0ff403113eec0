/** Internal. Stands for the package at the bottom of the design. */
@NullMarked
package io.leafid.time;

import org.jspecify.annotations.NullMarked;
