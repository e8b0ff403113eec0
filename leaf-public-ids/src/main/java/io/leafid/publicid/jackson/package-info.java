/**
 * Public API. Public ids in what Jackson 3 writes and reads.
 */
@NullMarked
package io.leafid.publicid.jackson;

import org.jspecify.annotations.NullMarked;
