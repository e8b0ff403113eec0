package io.leafid.remote;

/**
 * The reply of an instance. Immutable.
 *
 * @param status the HTTP status
 * @param body the body as UTF-8
 */
record ServiceReply(int status, String body) {}
