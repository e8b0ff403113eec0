/**
 * Public API. Ids as outsiders see them: texts that tell nothing, cannot be guessed, and are refused when they were made up.
 */
@NullMarked
package io.leafid.publicid;

import org.jspecify.annotations.NullMarked;
