package io.leafid.lease;

import io.leafid.settings.Ranges;
import io.leafid.workerid.LeaseRequest;
import java.time.Duration;

/**
 * Settings of a lease keeper. Immutable.
 *
 * @param reportInterval how often the ceiling is moved up
 * @param reservation how far ahead of the clock the registry's ceiling is kept; the outage that is survived
 * @param maxWait how long a start waits for its clock to pass the floor
 * @param onRegistryLoss what a fixed worker id does at its ceiling while the registry is unavailable
 * @param peerThreshold how far the clock may be from those of the running nodes at start; zero means no check
 * @param lead how far timestamps may run ahead of the clock, so that a start need not wait for it; zero if not at all
 */
public record KeeperSettings(
        Duration reportInterval,
        Duration reservation,
        Duration maxWait,
        OnRegistryLoss onRegistryLoss,
        Duration peerThreshold,
        Duration lead) {

    /** The defaults for fixed worker ids. */
    public static final KeeperSettings DEFAULT = new KeeperSettings(
            Duration.ofSeconds(3),
            LeaseRequest.Period.DEFAULT.reservation(),
            LeaseRequest.Period.DEFAULT.maxWait(),
            OnRegistryLoss.CONTINUE,
            Duration.ofSeconds(5));

    /** Checks the ranges, and that a reservation outlasts the time to its next extension. */
    public KeeperSettings {
        Ranges.check()
                .positive("reportInterval", reportInterval)
                .positive("reservation", reservation)
                .require(
                        reservation.dividedBy(2).compareTo(reportInterval) >= 0,
                        "reportInterval",
                        reportInterval,
                        "must be at most half of {reservation}, or ids would pause when one report is late",
                        "Set {reservation} to at least twice {reportInterval}, or lower {reportInterval} to half of {reservation}.")
                .notNegative("peerThreshold", peerThreshold)
                .notNegative("lead", lead)
                .orThrow();
    }

    /** Settings for timestamps that never run ahead of the clock. */
    public KeeperSettings(
            Duration reportInterval,
            Duration reservation,
            Duration maxWait,
            OnRegistryLoss onRegistryLoss,
            Duration peerThreshold) {
        this(reportInterval, reservation, maxWait, onRegistryLoss, peerThreshold, Duration.ZERO);
    }

    /** How far ahead of the clock a floor may lie at a start. */
    Duration farthestFloor() {
        return maxWait.plus(lead);
    }

    /** The lead of the mark on the local disk over the clock. */
    Duration nearReservation() {
        return reportInterval.multipliedBy(2);
    }

    /** For how long records that are missing are left to the nodes that run, each of which reports twice in it. */
    Duration settling() {
        return reportInterval.multipliedBy(2);
    }

    /** For how long a node that does not report counts as running when clocks are compared. */
    Duration longestSilence() {
        return reportInterval.multipliedBy(3);
    }

    /** The behaviour of a fixed worker id at its ceiling while the registry is unavailable. */
    public enum OnRegistryLoss {
        /** Goes on by the local mark alone. */
        CONTINUE,
        /** Stops. */
        STOP
    }
}
