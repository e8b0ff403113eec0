/**
 * Internal. HTTP for any kind of server: a route sees a request and returns a response, and each failure of it is a problem detail.
 */
@NullMarked
package io.leafid.web.route;

import org.jspecify.annotations.NullMarked;
