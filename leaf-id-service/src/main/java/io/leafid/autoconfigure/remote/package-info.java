/**
 * Internal. How a client of an id service finds the service and speaks to it. Applications use
 * {@link io.leafid.autoconfigure.remote.LeafRestClient}.
 */
@NullMarked
package io.leafid.autoconfigure.remote;

import org.jspecify.annotations.NullMarked;
