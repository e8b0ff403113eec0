/**
 * Internal. What Spring Boot configures: the properties under {@code leaf}, the beans, and the explanations of a failed
 * start. Applications use {@link io.leafid.autoconfigure.LeafDataSource}; everything else may change.
 */
@NullMarked
package io.leafid.autoconfigure;

import org.jspecify.annotations.NullMarked;
