/** Internal. Controllers of ids and of the live page, for Spring MVC and WebFlux. */
@NullMarked
package io.leafid.web;

import org.jspecify.annotations.NullMarked;
