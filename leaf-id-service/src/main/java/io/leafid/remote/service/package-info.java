/** Internal. The server side of an id service: grants ranges over HTTP to clients that hand the ids out themselves. */
@NullMarked
package io.leafid.remote.service;

import org.jspecify.annotations.NullMarked;
