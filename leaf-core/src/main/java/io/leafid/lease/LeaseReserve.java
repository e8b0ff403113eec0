package io.leafid.lease;

import java.time.Duration;
import java.time.Instant;

/**
 * Reserve of a lease, that is how far ids reach if nothing changes: the registry confirms nothing more, the disk stays as it is. Immutable.
 *
 * @param endMillis end of the time that can still be used, exclusive, in milliseconds since 1970; {@link Long#MAX_VALUE} if
 *     nothing but the disk is needed to go on
 * @param full how far ahead of the clock time is reserved when the registry answers
 */
public record LeaseReserve(long endMillis, Duration full) {

    /** A reserve without an end. */
    static LeaseReserve endless(Duration full) {
        return new LeaseReserve(Long.MAX_VALUE, full);
    }

    /** Returns whether ids go on for as long as the disk works. */
    public boolean isEndless() {
        return endMillis == Long.MAX_VALUE;
    }

    /** The prospect of the ids, in words. */
    @Override
    public String toString() {
        return isEndless()
                ? "ids go on without it"
                : "ids end at " + Instant.ofEpochMilli(endMillis) + " unless that changes";
    }
}
