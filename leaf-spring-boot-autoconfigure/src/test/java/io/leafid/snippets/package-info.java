/** The application whose tests the manual shows. */
@NullMarked
package io.leafid.snippets;

import org.jspecify.annotations.NullMarked;
