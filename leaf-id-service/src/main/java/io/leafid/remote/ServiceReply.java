package io.leafid.remote;

/**
 * The reply of an instance. Immutable.
 *
 * @param status the HTTP status
 * @param body the body as UTF-8
 */
record ServiceReply(int status, String body) {

    /** The most bytes of a reply that is kept whole; one that concerns one tag is much shorter. */
    static final int MAX_BYTES = 64 * 1024;
}
