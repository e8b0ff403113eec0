package io.leafid.cluster;

import io.leafid.specification.LeaseEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every id that was issued in a cluster, and what is promised about them. The first violation stops the cluster. For one thread. */
final class Books {

    private final Cluster cluster;
    private final Set<Long> ids = new HashSet<>();
    private final Stints stints = new Stints();
    private final Map<Integer, Long> lostBelow = new HashMap<>();
    private final Map<Integer, Long> lastUsed = new HashMap<>();
    private @Nullable String violation;
    private long violatedNanos;
    private long issued;
    private long refused;

    Books(Cluster cluster) {
        this.cluster = cluster;
    }

    /** The first violation; {@code null} if there is none. */
    @Nullable String violation() {
        return violation;
    }

    /** When it was noticed. */
    long violatedNanos() {
        return violatedNanos;
    }

    long issued() {
        return issued;
    }

    long refused() {
        return refused;
    }

    /** What the registry has lost may be used again, up to the highest ceiling that it had confirmed, and no further. */
    void lost(int workerId) {
        lost(workerId, cluster.registry().highestCeilingOf(workerId));
    }

    /** What was used below a time may be used again. */
    void lost(int workerId, long belowMillis) {
        lostBelow.merge(workerId, belowMillis, Math::max);
    }

    /** The last millisecond that was used of a worker id; 0 if none was. */
    long lastUsed(int workerId) {
        return lastUsed.getOrDefault(workerId, 0L);
    }

    /** Enters what one call returned; {@code before} is the highest id that was returned when the call began. */
    void issued(Run run, long[] got, long before) {
        long last = before;
        for (long id : got) {
            if (id <= last) {
                complain("%s issues %s after %s".formatted(run, text(id), text(last)));
            }
            issued++;
            if (id - last != 1 || last == before) {
                cluster.timeline().mix(id);
                enter(run, id);
            } else {
                ids.add(id); // whether the millisecond is another's was judged with the first one
            }
            last = id;
        }
    }

    private void enter(Run run, long id) {
        int workerId = workerIdOf(id);
        long millis = millisOf(id);
        cluster.note(() -> LeaseEvent.used(run.name(), workerId, millis));
        used(run.name(), workerId, millis, run.floorMillis());
        run.machine().use(workerId, millis);
        if (!ids.add(id) && millis >= lostBelow.getOrDefault(workerId, 0L)) {
            complain("%s issues %s again".formatted(run, text(id)));
        }
        long marked = run.machine().durableMark(workerId, run.tokens());
        if (millis >= marked) {
            complain("%s issues %s, but its disk has a mark of %s only"
                    .formatted(run, text(id), Instant.ofEpochMilli(marked)));
        }
        long reserved = cluster.registry().ceilingOf(workerId, run.tokens());
        if (cluster.plan().reservesInARegistry(run.setting().mode()) && millis >= reserved) {
            complain("%s issues %s, but the registry has reserved up to %s only"
                    .formatted(run, text(id), Instant.ofEpochMilli(reserved)));
        }
    }

    /** A process uses a worker id under a lease that begins at a floor. */
    void used(String user, int workerId, long millis, long floorMillis) {
        lastUsed.merge(workerId, millis, Math::max);
        String wrong = stints.used(user, workerId, millis, floorMillis, lostBelow.getOrDefault(workerId, 0L));
        if (wrong != null) {
            complain(wrong);
        }
    }

    void count(int more) {
        issued += more;
    }

    void refused(Run run, RuntimeException why) {
        refused++;
        cluster.timeline().mix(7);
        cluster.tellOnce(run, () -> "issues nothing: " + why.getMessage());
    }

    void waited(Run run, long nanos, long most) {
        if (nanos > most) {
            complain("a caller of %s waited for %s".formatted(run, Duration.ofNanos(nanos)));
        }
    }

    void complain(String what) {
        if (violation == null) {
            violation = what;
            violatedNanos = cluster.timeline().now();
            cluster.tell(() -> "VIOLATION: " + what);
            cluster.timeline().stop();
        }
    }

    private static int workerIdOf(long id) {
        return (int) (id >>> Run.LAYOUT.sequenceBits()) & Run.LAYOUT.maxWorkerId();
    }

    private static long millisOf(long id) {
        return (id >>> (Run.LAYOUT.sequenceBits() + Run.LAYOUT.workerIdBits())) + Run.LAYOUT.epochMillis();
    }

    private static String text(long id) {
        return "%s of worker id %d".formatted(Instant.ofEpochMilli(millisOf(id)), workerIdOf(id));
    }
}
