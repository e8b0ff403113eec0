package io.leafid.actuate;

import io.leafid.lease.LeaseExtensions;
import io.leafid.lease.LeaseKeeper;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** The snowflake engine with what belongs to it, as the operator's views read it. Thread-safe. */
public final class SnowflakeView implements AutoCloseable {

    /** The time that an answer of the endpoint may wait for the list of leases. */
    private static final Duration LIST_TIMEOUT = Duration.ofSeconds(1);

    private final SnowflakeIdGenerator generator;
    private final String mode;
    private final @Nullable LeaseKeeper keeper;
    private final @Nullable LeaseListCache leases;
    private final ExecutorService reader;
    private final InstantSource clock;

    /**
     * Makes a view.
     *
     * @param generator the engine
     * @param mode where worker ids come from, as it is written in settings
     * @param keeper the keeper of its lease, if it is known
     * @param reader reads the list of leases; closed with the view
     * @param clock the wall clock
     */
    public SnowflakeView(
            SnowflakeIdGenerator generator,
            String mode,
            @Nullable LeaseKeeper keeper,
            ExecutorService reader,
            InstantSource clock) {
        this.generator = generator;
        this.mode = mode;
        this.keeper = keeper;
        this.leases = (keeper == null) ? null : new LeaseListCache(keeper::leases, reader, clock, LIST_TIMEOUT);
        this.reader = reader;
        this.clock = clock;
    }

    SnowflakeIdGenerator generator() {
        return generator;
    }

    SnowflakeStatus status() {
        return generator.status();
    }

    EngineHealth health() {
        return SnowflakeHealth.judge(status());
    }

    SnowflakeDescriptor describe() {
        return SnowflakeDescriptor.of(
                mode, status(), generator.limits(), (leases == null) ? null : leases.get(), clock.instant());
    }

    /** How many nodes of the original and of its fork report, as far as the registry was read lately; NaN if it was not. */
    double foreignNodes() {
        LeaseListCache.Snapshot recent = (leases == null) ? null : leases.recent();
        return (recent == null || !recent.isFreshAt(clock.instant())) ? Double.NaN : recent.foreign();
    }

    @Nullable LeaseExtensions extensions() {
        return (keeper == null) ? null : keeper.extensions();
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
