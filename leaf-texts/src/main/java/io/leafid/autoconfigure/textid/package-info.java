/**
 * Internal. Auto-configuration of texts made of ids.
 */
@NullMarked
package io.leafid.autoconfigure.textid;

import org.jspecify.annotations.NullMarked;
