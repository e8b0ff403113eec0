package io.leafid.snowflake;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.concurrent.Availability;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseReserve;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.lease.PeerClocks;
import io.leafid.time.TimeSource;
import java.time.Duration;

/**
 * A generator with clock and lease in hand, which has issued two ids in millisecond {@link #T}, so that the next number is
 * 3. Worker id 7 is leased below {@code T + 1}, worker id 2 from there on.
 */
final class StressScene implements TimeSource, LeaseProvider {

    /** The millisecond at which the clock stands. */
    static final long T = SnowflakeLayout.DEFAULT.epochMillis() + 1_000_000;

    /** The result in place of an id when there was none. */
    static final int REFUSED = -1;

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    final SnowflakeIdGenerator generator;
    private volatile long millis = T;
    private volatile LeaseWindow lease = new LeaseWindow(7, 0, T + 1);
    private volatile long usedUpTo;

    StressScene() {
        this(SnowflakeSettings.DEFAULT.sequence());
    }

    StressScene(SnowflakeSettings.SequenceMode mode) {
        SnowflakeSettings settings = new SnowflakeSettings(
                mode,
                SnowflakeSettings.DEFAULT.toleratedBackwards(),
                SnowflakeSettings.DEFAULT.onBackwards(),
                SnowflakeSettings.DEFAULT.maxLead());
        generator = new SnowflakeIdGenerator(LAYOUT, settings, this, this, event -> {});
        generator.nextIds(2);
    }

    /** Moves the clock to the next millisecond. */
    void tick() {
        millis = T + 1;
    }

    /** The next id as three digits: worker id, milliseconds since {@link #T}, sequence. */
    int next() {
        try {
            return digits(generator.nextId());
        } catch (IdGenerationException ex) {
            return REFUSED;
        }
    }

    /** An id as three digits. */
    static int digits(long id) {
        var decoded = LAYOUT.unpack(id);
        long since = decoded.timestamp().toEpochMilli() - T;
        return (int) (decoded.workerId() * 100L + since * 10 + decoded.sequence());
    }

    /** The time that was reported as used when the generator was closed, as milliseconds since {@link #T}. */
    int usedUpTo() {
        return (int) (usedUpTo - T);
    }

    @Override
    public long currentTimeMillis() {
        return millis;
    }

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public void parkNanos(long nanos) {
        Thread.onSpinWait();
    }

    @Override
    public LeaseWindow window() {
        return lease;
    }

    @Override
    public LeaseWindow windowFor(long wanted) {
        if (wanted > T) {
            lease = new LeaseWindow(2, T + 1, T + 1_000);
        }
        return lease;
    }

    @Override
    public LeaseStatus status() {
        return new LeaseStatus(
                LeaseStatus.State.HELD,
                "stress:1",
                lease,
                new LeaseReserve(lease.ceilingMillis(), Duration.ZERO),
                new Availability.Status(Availability.State.UP, null, null),
                null,
                null,
                PeerClocks.NONE);
    }

    @Override
    public void stop(long usedUpToMillis, Duration timeout) {}

    @Override
    public void restart() {}

    @Override
    public void close(long usedUpToMillis, Duration timeout) {
        usedUpTo = usedUpToMillis;
    }
}
