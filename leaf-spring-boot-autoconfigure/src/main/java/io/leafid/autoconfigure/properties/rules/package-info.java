/**
 * Internal. The check of everything that can be set under {@code leaf}, and the explanation of a start that fails for it.
 */
@NullMarked
package io.leafid.autoconfigure.properties.rules;

import org.jspecify.annotations.NullMarked;
