/** Internal. Real stores for the tests, started by them, and what is needed to disturb them. */
@NullMarked
package io.leafid.testing;

import org.jspecify.annotations.NullMarked;
