package io.leafid.remote;

/**
 * A range that an instance has granted, and what proves to that instance whose it is. Immutable.
 *
 * @param instance who granted it
 * @param token what the request carried
 * @param first the first id
 * @param end the end, exclusive
 */
record Grant(ServiceInstance instance, String token, long first, long end) {

    /** Returns whether a range is the end of this one, so that it may be given back. */
    boolean endsWith(long otherFirst, long otherEnd) {
        return otherEnd == end && otherFirst >= first;
    }
}
