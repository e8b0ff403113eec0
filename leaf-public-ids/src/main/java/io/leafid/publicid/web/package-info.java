/**
 * Internal. Public ids in what Spring MVC and WebFlux fill from a request.
 */
@NullMarked
package io.leafid.publicid.web;

import org.jspecify.annotations.NullMarked;
