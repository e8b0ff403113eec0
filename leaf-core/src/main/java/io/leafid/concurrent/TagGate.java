package io.leafid.concurrent;

import io.leafid.RateExceededException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The gate that calls for ids of one tag pass while it has a limit. Thread-safe.
 *
 * <pre>
 * Invariants
 *   - `paidUntil` is the time up to which what was let through has used the rate up; it only grows, by compare-and-set.
 *   - What was let through in any time t is at most rate · (t + 1 second), but for rounding: one in ten thousand.
 * Locks: none.
 * </pre>
 */
public final class TagGate {

    /** The clock is counted in parts of a nanosecond, so that an id at the largest rate takes whole ones. */
    private static final long UNITS_PER_NANO = 16;

    private static final long SECOND = 1_000_000_000L * UNITS_PER_NANO;

    private final String tag;
    private final TimeSource time;
    private final long origin;
    private final AtomicLong paidUntil = new AtomicLong();
    private volatile TagLimit limit = TagLimit.NONE;

    /** An open gate. */
    public TagGate(String tag, TimeSource time) {
        this.tag = tag;
        this.time = time;
        this.origin = time.nanoTime();
    }

    public TagLimit limit() {
        return limit;
    }

    /** Changes what holds, for calls that come from now on. */
    public void set(TagLimit changed) {
        limit = changed;
    }

    /**
     * Lets a call for so many ids pass, or refuses it whole.
     *
     * @param count how many, at least 1
     * @throws TagDisabledException if the tag is switched off
     * @throws RateExceededException if the rate is used up
     */
    public void pass(long count) {
        if (count < 1) {
            throw new IllegalArgumentException("no call is for " + count + " ids"); // it would give the rate back
        }
        TagLimit now = limit;
        if (!now.enabled()) {
            throw new TagDisabledException(
                    tag,
                    "tag '%s' is switched off in this process; switch it on in the settings of the tag or by TagLimits"
                            .formatted(tag));
        }
        if (now.maxRate() != null) {
            take(count, now.maxRate());
        }
    }

    private void take(long count, long rate) {
        if (count > rate) {
            throw new RateExceededException(
                    tag,
                    null,
                    "%s ids of tag '%s' at once are more than its rate allows in a second (%s); ask for fewer"
                            .formatted(count, tag, rate));
        }
        long cost = (long) ((double) count * SECOND / rate);
        while (true) {
            long now = (time.nanoTime() - origin) * UNITS_PER_NANO;
            long before = paidUntil.get();
            long after = Math.max(before, now) + cost;
            long ahead = after - now - SECOND;
            if (ahead > 0) {
                throw exceeded(rate, ahead);
            }
            if (paidUntil.compareAndSet(before, after)) {
                return;
            }
        }
    }

    private RateExceededException exceeded(long rate, long aheadUnits) {
        Duration retryAfter = Duration.ofNanos((aheadUnits + UNITS_PER_NANO - 1) / UNITS_PER_NANO);
        return new RateExceededException(
                tag,
                retryAfter,
                "the rate of tag '%s' (%s ids a second) is used up; try again in %s ms"
                        .formatted(tag, rate, retryAfter.plusNanos(999_999).toMillis()));
    }
}
