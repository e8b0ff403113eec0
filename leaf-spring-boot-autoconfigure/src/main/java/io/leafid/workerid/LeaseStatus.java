package io.leafid.workerid;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a lease stands at one moment. Immutable.
 *
 * @param state what the registry says about it
 * @param owner this instance's identity
 * @param lease what may be used now
 * @param registryUp whether the registry answered the last call
 * @param registrySince since when it is so; {@code null} before the first call
 * @param lastExtended when the registry last confirmed a ceiling; {@code null} if not in this run
 * @param reason why the last call failed; {@code null} if it did not
 * @param peerClocks how the clock compared with those of the running nodes at start
 */
public record LeaseStatus(
        State state,
        String owner,
        WorkerIdLease lease,
        boolean registryUp,
        @Nullable Instant registrySince,
        @Nullable Instant lastExtended,
        @Nullable String reason,
        PeerClocks peerClocks) {

    /** What the registry says about a lease. */
    public enum State {
        /** None was taken yet. */
        NONE,
        /** The registry has confirmed it. */
        HELD,
        /** Taken from the local mark; the registry could not be asked yet. */
        LOCAL,
        /** Somebody else has the worker id now; what is left of the reserved time is still used. */
        LOST,
        /** Given back. */
        RELEASED
    }
}
