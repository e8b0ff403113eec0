package io.leafid.actuate;

import io.leafid.snowflake.SnowflakeStatus;
import io.leafid.workerid.LeaseStatus;
import io.leafid.workerid.WorkerIdLease;
import java.time.Duration;
import java.time.Instant;

/** Whether the snowflake engine can issue ids. Stateless; asks no registry. */
final class SnowflakeHealth {

    /** How long before the layout's last instant an operator is warned: a migration takes its time. */
    static final Duration WARNING = Duration.ofDays(365);

    private SnowflakeHealth() {}

    /**
     * Judges the engine.
     *
     * @param continuesAlone whether ids go on without the registry, by the local mark alone
     */
    static EngineHealth judge(SnowflakeStatus status, boolean continuesAlone) {
        EngineHealth.Builder health = new EngineHealth.Builder();
        Instant now = status.layout().lastInstant().minus(status.lifetimeRemaining());
        LeaseStatus lease = status.lease();
        down(status, now, health);
        if (lease.state() == LeaseStatus.State.LOST) {
            health.because(
                    EngineHealth.Level.WARN,
                    "the worker id belongs to another process now%s; ids are issued up to %s"
                            .formatted(told(lease), ceiling(lease)),
                    lease.registrySince());
        } else if (!lease.registryUp()) {
            String effect = continuesAlone ? "ids go on without it" : "ids are issued up to " + ceiling(lease);
            health.because(
                    EngineHealth.Level.WARN,
                    "the registry of worker ids does not answer%s; %s".formatted(told(lease), effect),
                    lease.registrySince());
        } else if (lease.reason() != null) {
            health.because(EngineHealth.Level.WARN, lease.reason(), null);
        }
        if (status.lifetimeRemaining().compareTo(WARNING) < 0) {
            health.because(
                    EngineHealth.Level.WARN,
                    "timestamps run out at %s; plan a new layout under another name"
                            .formatted(status.layout().lastInstant()),
                    null);
            health.with("lifetimeRemaining", status.lifetimeRemaining());
        }
        details(status, now, health);
        return health.build();
    }

    /** What keeps every call from returning an id now. */
    private static void down(SnowflakeStatus status, Instant now, EngineHealth.Builder health) {
        LeaseStatus lease = status.lease();
        WorkerIdLease present = lease.lease();
        long used = Math.max(now.toEpochMilli(), present.floorMillis());
        if (lease.state() == LeaseStatus.State.RELEASED) {
            health.because(EngineHealth.Level.DOWN, "the lease was given back", null);
        } else if (present.workerId() < 0) {
            health.because(EngineHealth.Level.DOWN, "no worker id is leased" + told(lease), null);
        } else if (now.isBefore(status.layout().epoch())
                || status.lifetimeRemaining().isNegative()) {
            health.because(
                    EngineHealth.Level.DOWN,
                    "the clock reads %s, which the layout cannot express; it lasts from %s to %s"
                            .formatted(
                                    now,
                                    status.layout().epoch(),
                                    status.layout().lastInstant()),
                    null);
        } else if (status.lead().compareTo(status.allowedLead()) > 0) {
            health.because(
                    EngineHealth.Level.DOWN,
                    "the clock stands %s behind the last timestamp used".formatted(status.lead()),
                    status.lastTimestamp());
        } else if (used >= present.ceilingMillis()) {
            health.because(
                    EngineHealth.Level.DOWN,
                    "the time reserved for worker id %d has run out (%s)".formatted(present.workerId(), lease.reason()),
                    ceiling(lease));
        }
    }

    private static void details(SnowflakeStatus status, Instant now, EngineHealth.Builder health) {
        LeaseStatus lease = status.lease();
        health.with("registry", lease.registryUp() ? "UP" : "DOWN")
                .with("lease", lease.state().name());
        if (lease.lease().workerId() >= 0) {
            Duration left = Duration.between(now, ceiling(lease));
            health.with("workerId", lease.lease().workerId())
                    .with("leaseRemaining", left.isNegative() ? Duration.ZERO : left);
        }
    }

    private static String told(LeaseStatus lease) {
        return (lease.reason() == null) ? "" : " (" + lease.reason() + ")";
    }

    private static Instant ceiling(LeaseStatus lease) {
        return Instant.ofEpochMilli(lease.lease().ceilingMillis());
    }
}
