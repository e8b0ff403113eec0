package io.leafid.remote.service;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagDisabledException;
import io.leafid.UnknownTagException;
import io.leafid.web.LeafController;
import io.leafid.web.Problems;
import io.leafid.web.WaitingPlaces;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Controller of an id service: allocates ranges for clients, and tells them the tags. Numbers that can be large are texts. Thread-safe.
 *
 * <p>Bodies are JSON alone, which a browser sends for a page of another site only after it has asked for leave.
 */
@RestController
@RequestMapping("${leaf.web.base-path:}/api/segments")
public class SegmentController extends LeafController {

    private static final Logger logger = LoggerFactory.getLogger(SegmentController.class);

    private final Supplier<RangeService> service;
    private final WaitingPlaces places;

    /**
     * Makes a controller.
     *
     * @param service grants ranges; throws what is answered where nothing does
     * @param places one for each request that may wait, those for ids too
     * @param isOpenToOtherSites whether pages of other sites may have a browser ask
     */
    public SegmentController(Supplier<RangeService> service, WaitingPlaces places, boolean isOpenToOtherSites) {
        super(isOpenToOtherSites, "GET, POST, PUT, DELETE");
        this.service = service;
        this.places = places;
    }

    @GetMapping({"/{tag}", ""})
    ResponseEntity<Object> find(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named) {
        String wanted = (tag == null) ? named : tag;
        return (wanted == null) ? call("", RangeService::all) : call(wanted, known -> known.one(wanted));
    }

    @PostMapping(
            path = {"/{tag}", ""},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Object> allocate(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named,
            @RequestBody Allocation body) {
        String wanted = required(tag, named);
        return call(wanted, known -> known.allocate(wanted, body));
    }

    @PutMapping(
            path = {"/{tag}", ""},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Object> create(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named,
            @RequestBody Creation body) {
        String wanted = required(tag, named);
        return call(wanted, known -> known.create(wanted, body));
    }

    @DeleteMapping({"/{tag}", ""})
    ResponseEntity<Object> giveBack(
            @PathVariable(name = "tag", required = false) @Nullable String tag,
            @RequestParam(name = "tag", required = false) @Nullable String named,
            @RequestParam(name = "token", defaultValue = "") String token,
            @RequestParam(name = "first", defaultValue = "") String first,
            @RequestParam(name = "end", defaultValue = "") String end) {
        String wanted = required(tag, named);
        return call(wanted, known -> known.giveBack(wanted, token, first, end));
    }

    private static String required(@Nullable String tag, @Nullable String named) {
        String wanted = (tag == null) ? named : tag;
        if (wanted == null) {
            throw Problems.exception(HttpStatus.NOT_FOUND, "the path ends where a tag should follow");
        }
        return wanted;
    }

    /** So many requests wait for the store at once; those beyond are refused, so that one that hangs does not hold all threads. */
    private ResponseEntity<Object> call(String tag, Function<RangeService, Object> call) {
        RangeService present = service.get();
        if (!places.tryEnter(tag)) {
            throw Problems.unavailable("too many requests wait for the store already", Problems.SHORTLY);
        }
        try {
            return json(call.apply(present));
        } catch (ErrorResponseException | IllegalArgumentException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            throw problem(present, tag, ex);
        } finally {
            places.leave(tag);
        }
    }

    private static ErrorResponseException problem(RangeService service, String tag, RuntimeException failure) {
        if (failure instanceof UnknownTagException) {
            return RangeService.unknown(tag);
        }
        if (failure instanceof IdsExhaustedException) {
            return RangeService.about(
                    Problems.unavailable("tag '%s' is used up".formatted(tag), Problems.LATER), "exhausted", tag);
        }
        if (failure instanceof TagDisabledException disabled) {
            return RangeService.about(Problems.of(disabled), "refused", tag);
        }
        boolean hasAnswered = failure.getCause() instanceof IllegalStateException
                || failure.getCause() instanceof SegmentUnavailableException;
        return service.unusable(tag, hasAnswered).orElseGet(() -> {
            logger.debug("tag '{}': the store fails", tag, failure);
            return Problems.unavailable("the store of this service does not answer", Problems.SHORTLY);
        });
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> answerUnreadable(HttpMessageNotReadableException failure) {
        logger.debug("the body is not what was expected", failure);
        throw Problems.exception(HttpStatus.BAD_REQUEST, "the body is not the JSON that is expected here");
    }

    /**
     * A request for ids: {@code amount} of them, or as many as one request may take if {@code atLeast} says that these are enough.
     *
     * @param seen the client holds ids below this
     * @param token comes back in the answer; proves whose the range is when it is given back
     */
    public record Allocation(
            @Nullable String amount,
            @JsonProperty("atLeast") @Nullable String atLeast,
            @Nullable String seen,
            @Nullable String token) {}

    /** A request for a tag. */
    public record Creation(
            @Nullable String step,
            @JsonProperty("initialId") @Nullable String initialId) {}
}
