package io.leafid;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** More ids of a tag are asked for than its rate allows. No id was used up; ids flow again within a second. */
public final class RateExceededException extends IdGenerationException {

    private static final long serialVersionUID = 1L;

    private final String tag;

    @Nullable private final Duration retryAfter;

    /** Creates the exception for a tag, and the time after which the same call may succeed; {@code null} if it never may. */
    public RateExceededException(String tag, @Nullable Duration retryAfter, String message) {
        super(message, null);
        this.tag = tag;
        this.retryAfter = retryAfter;
    }

    /** The tag that was asked for. */
    public String tag() {
        return tag;
    }

    /** The wait after which the same call may succeed; empty if it asks for more ids at once than the rate ever allows. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
