/**
 * Internal. Auto-configuration of public ids.
 */
@NullMarked
package io.leafid.autoconfigure.publicid;

import org.jspecify.annotations.NullMarked;
