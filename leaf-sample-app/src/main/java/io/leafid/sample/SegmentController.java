package io.leafid.sample;

import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.SegmentIdGenerator;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Hands out bare ids, at the path of the original Leaf server. */
@RestController
class SegmentController {

    private final SegmentIdGenerator ids;

    SegmentController(SegmentIdGenerator ids) {
        this.ids = ids;
    }

    @GetMapping(path = "/api/segment/get/{tag}", produces = MediaType.TEXT_PLAIN_VALUE)
    ResponseEntity<String> next(@PathVariable String tag) {
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(Long.toString(ids.nextId(tag)));
    }

    @ExceptionHandler(UnknownTagException.class)
    ProblemDetail unknownTag(UnknownTagException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, "there is no tag '" + ex.tag() + "'");
    }

    @ExceptionHandler(IllegalArgumentException.class)
    ProblemDetail illegalTag(IllegalArgumentException ex) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(ex.getMessage()));
    }

    @ExceptionHandler(SegmentUnavailableException.class)
    ResponseEntity<ProblemDetail> unavailable() {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "no id can be issued now");
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(problem);
    }
}
