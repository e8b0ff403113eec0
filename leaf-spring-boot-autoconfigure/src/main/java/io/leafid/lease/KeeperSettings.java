package io.leafid.lease;

import java.time.Duration;

/**
 * Settings of a lease keeper. Immutable.
 *
 * @param reportInterval how often the ceiling is moved up
 * @param reservation how far ahead of the clock the registry's ceiling is kept; the outage that is survived
 * @param maxWait how long a start waits for its clock to pass the floor
 * @param onRegistryLoss what a fixed worker id does at its ceiling while the registry is away
 * @param peerThreshold how far the clock may be from those of the running nodes at start; zero means no check
 */
public record KeeperSettings(
        Duration reportInterval,
        Duration reservation,
        Duration maxWait,
        OnRegistryLoss onRegistryLoss,
        Duration peerThreshold) {

    /** The defaults for fixed worker ids. */
    public static final KeeperSettings DEFAULT = new KeeperSettings(
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofSeconds(15),
            OnRegistryLoss.CONTINUE,
            Duration.ofSeconds(5));

    /** Checks that a reservation outlasts the time to its next extension. */
    public KeeperSettings {
        if (reportInterval.isNegative() || reportInterval.isZero()) {
            throw new IllegalArgumentException("report interval must be positive, but is " + reportInterval);
        }
        if (reservation.compareTo(reportInterval.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException("reservation must be at least twice the report interval of %s, but is %s"
                    .formatted(reportInterval, reservation));
        }
    }

    /** How far ahead of the clock the near mark on the local disk is kept. */
    Duration nearReservation() {
        return reportInterval.multipliedBy(2);
    }

    /** What a fixed worker id does at its ceiling while the registry is away. */
    public enum OnRegistryLoss {
        /** Goes on by the local mark alone. */
        CONTINUE,
        /** Stops. */
        STOP
    }
}
