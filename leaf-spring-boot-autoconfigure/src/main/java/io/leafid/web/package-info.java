/**
 * Internal. Ids over HTTP and the live page, on servlets and reactive servers: answering a constant through them costs hardly more than
 * through a bare one.
 */
@NullMarked
package io.leafid.web;

import org.jspecify.annotations.NullMarked;
