package io.leafid.web;

import io.leafid.ClockMovedBackwardsException;
import io.leafid.IdGenerationException;
import io.leafid.IdsExhaustedException;
import io.leafid.RateExceededException;
import io.leafid.TagDisabledException;
import io.leafid.UnknownTagException;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** The problem details (RFC 9457) of requests that cannot be served; they name no host, path or credential. Stateless. */
public final class Problems {

    /** For what an allocation or a renewal ends, each of which is tried again within seconds. */
    public static final Duration SHORTLY = Duration.ofSeconds(1);

    /** For what only people end; long enough to spare the server, short enough to notice the repair. */
    public static final Duration LATER = Duration.ofHours(1);

    private Problems() {}

    /** A problem. */
    public static ErrorResponseException exception(HttpStatus status, String detail) {
        return new ErrorResponseException(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }

    /** A request that may succeed after a time, which is rounded up to seconds. */
    public static ErrorResponseException unavailable(String detail, Duration retryAfter) {
        return retry(HttpStatus.SERVICE_UNAVAILABLE, detail, retryAfter);
    }

    /** Why no id is issued. What can never succeed is a mistake of the request, so that no client tries it for ever. */
    public static ErrorResponseException of(IdGenerationException failure) {
        if (failure instanceof UnknownTagException unknown) {
            return exception(HttpStatus.NOT_FOUND, "there is no tag '" + unknown.tag() + "'");
        }
        if (failure instanceof TagDisabledException disabled) {
            return exception(HttpStatus.FORBIDDEN, "the tag '" + disabled.tag() + "' is switched off");
        }
        if (failure instanceof RateExceededException exceeded) {
            String detail = "the rate of tag '" + exceeded.tag() + "' is used up";
            return exceeded.retryAfter()
                    .map(time -> retry(HttpStatus.TOO_MANY_REQUESTS, detail, time))
                    .orElseGet(() -> exception(HttpStatus.BAD_REQUEST, String.valueOf(failure.getMessage())));
        }
        return unavailable("no id can be issued now", retryAfter(failure));
    }

    private static ErrorResponseException retry(HttpStatus status, String detail, Duration time) {
        ErrorResponseException problem = exception(status, detail);
        long seconds = Math.max(SHORTLY.toSeconds(), time.plusMillis(999).toSeconds());
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        return problem;
    }

    private static Duration retryAfter(IdGenerationException failure) {
        if (failure instanceof ClockMovedBackwardsException behind) { // until the clock has caught up
            return (behind.offset().compareTo(LATER) < 0) ? behind.offset() : LATER;
        }
        return (failure instanceof IdsExhaustedException) ? LATER : SHORTLY;
    }
}
