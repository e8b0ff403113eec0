package io.leafid.actuate;

import io.leafid.lease.LeaseReserve;
import io.leafid.lease.LeaseStatus;
import io.leafid.snowflake.SnowflakeStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time for which snowflake ids keep coming if nothing changes, as every view tells it. Immutable; asks nothing.
 *
 * @param now the wall clock at this moment
 * @param obstacle what keeps every call from returning an id now; {@code null} if nothing does
 * @param reserve up to when time is reserved
 * @param used what was used up to now: the clock or, where that stands behind it, the last timestamp
 */
record RemainingTime(Instant now, @Nullable Obstacle obstacle, LeaseReserve reserve, Instant used) {

    static RemainingTime of(SnowflakeStatus status) {
        Instant now = status.layout().lastInstant().minus(status.lifetimeRemaining());
        Instant used = latest(now, Instant.ofEpochMilli(status.lease().window().floorMillis()), status.lastTimestamp());
        return new RemainingTime(
                now, obstacle(status, now, used), status.lease().reserve(), used);
    }

    private static @Nullable Obstacle obstacle(SnowflakeStatus status, Instant now, Instant used) {
        LeaseStatus lease = status.lease();
        if (lease.state() == LeaseStatus.State.RELEASED) {
            return Obstacle.RELEASED;
        }
        if (lease.state() == LeaseStatus.State.STANDBY) {
            return Obstacle.STANDBY;
        }
        if (lease.window().workerId() < 0) {
            return Obstacle.NO_LEASE;
        }
        if (now.isBefore(status.layout().epoch()) || status.lifetimeRemaining().isNegative()) {
            return Obstacle.OUTSIDE_LAYOUT;
        }
        return obstacleOfTime(status, now, used);
    }

    private static @Nullable Obstacle obstacleOfTime(SnowflakeStatus status, Instant now, Instant used) {
        if (Duration.between(now, used).compareTo(status.allowedLead()) > 0) {
            return Obstacle.CLOCK_BEHIND;
        }
        return (used.toEpochMilli() >= status.lease().window().ceilingMillis()) ? Obstacle.RESERVE_OVER : null;
    }

    private static Instant latest(Instant now, Instant floor, @Nullable Instant last) {
        Instant latest = now.isBefore(floor) ? floor : now;
        return (last == null || last.isBefore(latest)) ? latest : last;
    }

    /** The time that ids keep coming; zero while none come, {@code null} if they go on for as long as the disk works. */
    @Nullable Duration remaining() {
        if (obstacle != null) {
            return Duration.ZERO;
        }
        if (reserve.isEndless()) {
            return null;
        }
        Duration left = Duration.between(used, Instant.ofEpochMilli(reserve.endMillis()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** The distance of the clock behind the last timestamp used. */
    Duration behind() {
        return Duration.between(now, used);
    }

    /** The obstacle that keeps every call from returning an id. */
    enum Obstacle {
        /** The lease was given back. */
        RELEASED,
        /** No worker id is free, and this instance waits for one. */
        STANDBY,
        /** No worker id is leased. */
        NO_LEASE,
        /** The clock reads what the layout cannot express. */
        OUTSIDE_LAYOUT,
        /** The clock stands too far behind what was used. */
        CLOCK_BEHIND,
        /** The reserved time has run out. */
        RESERVE_OVER
    }
}
