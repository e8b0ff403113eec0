/**
 * Internal. The settings under {@code leaf}: their records, where and how they were written, what they must be, and the
 * explanations of a start that fails. Everything that names a key to the user.
 */
@NullMarked
package io.leafid.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
