package io.leafid.snowflake;

import io.leafid.WorkerIdUnavailableException;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.text.DurationText;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Gap since which a lease has not covered the present, so that many callers wait for its renewal once. Thread-safe. */
final class LeaseOutage {

    private final TimeSource time;
    private volatile @Nullable Met met;

    LeaseOutage(TimeSource time) {
        this.time = time;
    }

    /** The time since a caller first met this window and could not use it. */
    long nanosSinceFirstMet(LeaseWindow window) {
        Met known = met;
        long now = time.nanoTime();
        if (known == null || !known.window.equals(window)) {
            met = new Met(window, now);
            return 0;
        }
        return now - known.sinceNanos;
    }

    /** Says why nothing can be issued for a timestamp. */
    static WorkerIdUnavailableException unavailable(long millis, LeaseWindow window, LeaseStatus status) {
        Instant wanted = Instant.ofEpochMilli(millis);
        if (status.state() == LeaseStatus.State.STANDBY) {
            return new WorkerIdUnavailableException(
                    "this instance is a standby and issues ids once a worker id becomes free: " + status.reason(),
                    null);
        }
        if (status.state() == LeaseStatus.State.NONE || status.state() == LeaseStatus.State.RELEASED) {
            return new WorkerIdUnavailableException(
                    "no worker id is leased at %s: the lease is %s".formatted(wanted, status.state()), null);
        }
        Instant ceiling = Instant.ofEpochMilli(window.ceilingMillis());
        String what = "worker id %s is reserved up to %s, which does not cover %s (%s later)"
                .formatted(window.workerId(), ceiling, wanted, DurationText.of(Duration.between(ceiling, wanted)));
        return new WorkerIdUnavailableException(what + "; " + cause(status), null);
    }

    private static String cause(LeaseStatus status) {
        String reason = (status.reason() == null) ? "" : ": " + status.reason();
        if (status.state() == LeaseStatus.State.LOST) {
            return "it belongs to another process now, and no other worker id could be leased" + reason;
        }
        if (!status.registryUp()) {
            return "the registry has not answered since " + status.registrySince() + reason;
        }
        return "its renewal is late" + reason;
    }

    private record Met(LeaseWindow window, long sinceNanos) {}
}
