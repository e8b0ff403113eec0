package io.leafid.web;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.IdGenerationException;
import io.leafid.IdsExhaustedException;
import io.leafid.RateExceededException;
import java.time.Duration;
import java.util.Map;

/** The time after which a client may ask a server again that cannot issue ids. Pure. */
final class RetryAfter {

    /** For what an allocation or a renewal ends, each of which is tried again within seconds. */
    static final long SHORTLY = 1;

    /** For what only people end; long enough to spare the server, short enough to notice the repair. */
    static final long LATER = Duration.ofHours(1).toSeconds();

    private RetryAfter() {}

    /** The header for a rate that is used up; none if the same request would never succeed. */
    static Map<String, String> header(RateExceededException failure) {
        return failure.retryAfter()
                .map(time -> Map.of(
                        "Retry-After",
                        Long.toString(Math.max(SHORTLY, time.plusMillis(999).toSeconds()))))
                .orElse(Map.of());
    }

    static long seconds(IdGenerationException failure) {
        if (failure instanceof ClockMovedBackwardsException behind) { // until the clock has caught up
            return Math.max(SHORTLY, Math.min(behind.offset().plusMillis(999).toSeconds(), LATER));
        }
        return (failure instanceof IdsExhaustedException) ? LATER : SHORTLY;
    }
}
