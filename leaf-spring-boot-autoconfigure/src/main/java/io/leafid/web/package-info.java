/**
 * Internal. Ids over HTTP and the live page, as plain servlets: answering a constant through them costs hardly more than
 * through a bare one.
 */
@NullMarked
package io.leafid.web;

import org.jspecify.annotations.NullMarked;
