package io.leafid.web;

import io.leafid.IdGenerationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;

/**
 * What Leaf's controllers share: no answer is cached, no page of another site has a browser ask, every failure is a problem detail.
 * They serve Spring MVC and WebFlux. No class of them is final, for the proxies of an application's aspects. Thread-safe.
 */
public abstract class LeafController {

    static final String NO_SNIFF = "X-Content-Type-Options";

    /** The type of {@link #answerRefused}. */
    static final MethodParameter REFUSAL = new MethodParameter(
            ClassUtils.getMethod(LeafController.class, "answerRefused", ErrorResponseException.class), -1);

    private final boolean isOpenToOtherSites;

    private final String allowed;

    /**
     * Makes a controller.
     *
     * @param isOpenToOtherSites whether pages of other sites may have a browser ask
     * @param allowed the methods that are answered
     */
    protected LeafController(boolean isOpenToOtherSites, String allowed) {
        this.isOpenToOtherSites = isOpenToOtherSites;
        this.allowed = allowed;
    }

    /**
     * Refuses HEAD, which Spring answers as GET: it would use up an id. Refuses a page of another site: an image there could use up ids
     * unseen.
     *
     * @param method the method of a request
     * @param header name to the first value of a header
     * @throws ErrorResponseException if the request is refused
     */
    void admit(String method, Function<String, @Nullable String> header) {
        if (method.equals("HEAD")) {
            ErrorResponseException refusal =
                    Problems.exception(HttpStatus.METHOD_NOT_ALLOWED, "only " + allowed + " is answered here");
            refusal.getHeaders().set(HttpHeaders.ALLOW, allowed);
            throw refusal;
        }
        requireOwnSite(header);
    }

    final void requireOwnSite(Function<String, @Nullable String> header) {
        if (!isOpenToOtherSites && AskingSite.isForeign(header)) {
            throw Problems.exception(HttpStatus.FORBIDDEN, "a page of another site may not ask for this");
        }
    }

    /** An answer that is kept nowhere, and taken for nothing else than it says. */
    protected static <T> ResponseEntity<T> answer(MediaType type, T body) {
        return respond(HttpStatus.OK, new HttpHeaders(), type, body);
    }

    /** An answer in JSON. */
    protected static <T> ResponseEntity<T> json(T body) {
        return answer(MediaType.APPLICATION_JSON, body);
    }

    private static <T> ResponseEntity<T> respond(HttpStatus status, HttpHeaders headers, MediaType type, T body) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(type)
                .cacheControl(CacheControl.noStore())
                .header(NO_SNIFF, "nosniff")
                .body(body);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> answerIllegal(IllegalArgumentException failure) {
        return answerRefused(Problems.exception(HttpStatus.BAD_REQUEST, String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> answerUnissued(IdGenerationException failure) {
        return answerRefused(Problems.of(failure));
    }

    /** The answer to a request that is refused. */
    @ExceptionHandler
    public ResponseEntity<ProblemDetail> answerRefused(ErrorResponseException failure) {
        return respond(
                HttpStatus.valueOf(failure.getStatusCode().value()),
                failure.getHeaders(),
                MediaType.APPLICATION_PROBLEM_JSON,
                failure.getBody());
    }
}
