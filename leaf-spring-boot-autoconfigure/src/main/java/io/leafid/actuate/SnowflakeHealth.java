package io.leafid.actuate;

import io.leafid.SnowflakeLayout;
import io.leafid.lease.LeaseStatus;
import io.leafid.snowflake.LayoutEnd;
import io.leafid.snowflake.SnowflakeStatus;
import io.leafid.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The judge of the snowflake engine's health. Stateless; asks no registry. */
final class SnowflakeHealth {

    private SnowflakeHealth() {}

    static EngineHealth judge(SnowflakeStatus status) {
        EngineHealth.Builder health = new EngineHealth.Builder();
        RemainingTime time = RemainingTime.of(status);
        down(status, time, health);
        warn(status.lease(), time, health);
        warnOfLastInstant(status, health);
        details(status.lease(), time, health);
        return health.build();
    }

    private static void warnOfLastInstant(SnowflakeStatus status, EngineHealth.Builder health) {
        if (status.lifetimeRemaining().compareTo(LayoutEnd.WARNING) < 0) {
            health.because(
                    EngineHealth.Level.WARN,
                    "timestamps run out at %s; plan a new layout under another name"
                            .formatted(status.layout().lastInstant()),
                    null);
            health.with("lifetimeRemaining", DurationText.of(status.lifetimeRemaining()));
        }
    }

    /** The obstacle that keeps every call from returning an id now. */
    private static void down(SnowflakeStatus status, RemainingTime time, EngineHealth.Builder health) {
        RemainingTime.Obstacle obstacle = time.obstacle();
        if (obstacle != null) {
            boolean isStandby = obstacle == RemainingTime.Obstacle.STANDBY;
            EngineHealth.Level level = isStandby ? EngineHealth.Level.OUT_OF_SERVICE : EngineHealth.Level.DOWN;
            health.because(level, reason(obstacle, status, time), since(obstacle, status, time));
        }
    }

    private static String reason(RemainingTime.Obstacle obstacle, SnowflakeStatus status, RemainingTime time) {
        LeaseStatus lease = status.lease();
        SnowflakeLayout layout = status.layout();
        return switch (obstacle) {
            case RELEASED -> "the lease was given back";
            case STANDBY -> "standby: no worker id is free" + told(lease);
            case NO_LEASE -> "no worker id is leased" + told(lease);
            case OUTSIDE_LAYOUT ->
                "the clock reads %s, which the layout cannot express; it lasts from %s to %s"
                        .formatted(time.now(), layout.epoch(), layout.lastInstant());
            case CLOCK_BEHIND ->
                "the clock is %s behind the last timestamp used".formatted(DurationText.of(time.behind()));
            case RESERVE_OVER ->
                "the time reserved for worker id %s has run out%s"
                        .formatted(lease.window().workerId(), told(lease));
        };
    }

    private static @Nullable Object since(RemainingTime.Obstacle obstacle, SnowflakeStatus status, RemainingTime time) {
        return switch (obstacle) {
            case RELEASED, STANDBY, NO_LEASE, OUTSIDE_LAYOUT -> null;
            case CLOCK_BEHIND -> time.used();
            case RESERVE_OVER -> Instant.ofEpochMilli(status.lease().window().ceilingMillis());
        };
    }

    private static void warn(LeaseStatus lease, RemainingTime time, EngineHealth.Builder health) {
        if (lease.state() == LeaseStatus.State.LOST) {
            health.because(
                    EngineHealth.Level.WARN,
                    "the worker id belongs to another process now%s; %s".formatted(told(lease), effect(time)),
                    lease.registrySince());
        } else if (!lease.registryUp()) {
            health.because(
                    EngineHealth.Level.WARN,
                    "the registry of worker ids %s%s; %s"
                            .formatted(lease.reason() == null ? "does not answer" : "fails", told(lease), effect(time)),
                    lease.registrySince());
        } else if (lease.reason() != null) {
            health.because(EngineHealth.Level.WARN, lease.reason() + "; " + effect(time), null);
        }
    }

    private static String effect(RemainingTime time) {
        return (time.remaining() == null)
                ? "ids go on without it"
                : "ids are issued up to " + Instant.ofEpochMilli(time.reserve().endMillis());
    }

    private static void details(LeaseStatus lease, RemainingTime time, EngineHealth.Builder health) {
        health.with("registry", lease.registryUp() ? "UP" : "DOWN")
                .with("lease", lease.state().name());
        if (lease.window().workerId() >= 0) {
            Duration left = time.remaining();
            health.with("workerId", lease.window().workerId())
                    .with("leaseRemaining", (left == null) ? "unlimited" : DurationText.of(left));
        }
    }

    private static String told(LeaseStatus lease) {
        return (lease.reason() == null) ? "" : " (" + lease.reason() + ")";
    }
}
