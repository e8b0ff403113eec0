/**
 * Public API. Ids of entities in what Jackson 3 writes and reads.
 */
@NullMarked
package io.leafid.data.jackson;

import org.jspecify.annotations.NullMarked;
