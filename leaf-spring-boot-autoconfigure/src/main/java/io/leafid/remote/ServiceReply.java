package io.leafid.remote;

/**
 * What an instance has replied. Immutable.
 *
 * @param status the HTTP status
 * @param body the body as UTF-8
 */
record ServiceReply(int status, String body) {}
