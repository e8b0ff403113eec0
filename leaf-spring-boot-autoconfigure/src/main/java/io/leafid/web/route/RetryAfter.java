package io.leafid.web.route;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.IdGenerationException;
import io.leafid.IdsExhaustedException;
import java.time.Duration;

/** The time after which a client may ask a server again that cannot issue ids. Pure. */
public final class RetryAfter {

    /** For what an allocation or a renewal ends, each of which is tried again within seconds. */
    public static final long SHORTLY = 1;

    /** For what only people end; long enough to spare the server, short enough to notice the repair. */
    public static final long LATER = Duration.ofHours(1).toSeconds();

    private RetryAfter() {}

    /** For what is there again after a time, which is rounded up. */
    static long seconds(Duration time) {
        return Math.max(SHORTLY, time.plusMillis(999).toSeconds());
    }

    static long seconds(IdGenerationException failure) {
        if (failure instanceof ClockMovedBackwardsException behind) { // until the clock has caught up
            return Math.min(seconds(behind.offset()), LATER);
        }
        return (failure instanceof IdsExhaustedException) ? LATER : SHORTLY;
    }
}
