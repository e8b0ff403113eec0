package io.leafid.lease;

import io.leafid.concurrent.Availability;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of a lease at one moment. Immutable.
 *
 * @param state what the registry says about it
 * @param owner this instance's identity
 * @param window what may be used now
 * @param reserve how far ids reach if nothing changes
 * @param registry whether the registry answers
 * @param lastExtended when the registry last confirmed a ceiling; {@code null} if not in this run
 * @param reason what is wrong: why the last call failed or was refused, or why the disk takes no mark; {@code null} if
 *     nothing is
 * @param peerClocks how the clock compared with those of the running nodes at start
 */
public record LeaseStatus(
        State state,
        String owner,
        LeaseWindow window,
        LeaseReserve reserve,
        Availability.Status registry,
        @Nullable Instant lastExtended,
        @Nullable String reason,
        PeerClocks peerClocks) {

    /** Returns whether the registry answered the last call; a refusal is an answer. */
    public boolean registryUp() {
        return registry.state() == Availability.State.UP;
    }

    /** Since when it is so; {@code null} before the first call. */
    public @Nullable Instant registrySince() {
        return registry.since();
    }

    /** The registry's word about a lease. */
    public enum State {
        /** None was taken yet. */
        NONE,
        /** No worker id was free; the first that becomes free is taken. */
        STANDBY,
        /** The registry has confirmed it. */
        HELD,
        /** Taken from the local mark; the registry could not be asked yet. */
        LOCAL,
        /** Another process has the worker id now; what is left of the reserved time is still used. */
        LOST,
        /** Given back. */
        RELEASED
    }
}
