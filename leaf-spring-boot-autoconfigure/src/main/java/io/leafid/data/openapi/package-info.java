/**
 * Internal. Ids that are texts in what springdoc says of an application.
 */
@NullMarked
package io.leafid.data.openapi;

import org.jspecify.annotations.NullMarked;
