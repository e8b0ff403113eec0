package io.leafid.publicid.web;

import io.leafid.publicid.InvalidPublicIdException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Advice that answers with status 400 where a request has a text that is no public id, whether a parameter, a body or the controller
 * itself met it. An advice of the application comes first. Stateless.
 */
@RestControllerAdvice
public final class PublicIdAdvice {

    /** The problem, which tells neither tag nor reason: both help the one who guesses. */
    @ExceptionHandler
    ProblemDetail handle(InvalidPublicIdException failure) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, "The request has a text that is not a valid public id.");
    }
}
