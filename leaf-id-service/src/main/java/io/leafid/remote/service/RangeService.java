package io.leafid.remote.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.leafid.RateExceededException;
import io.leafid.Tags;
import io.leafid.remote.service.SegmentController.Allocation;
import io.leafid.remote.service.SegmentController.Creation;
import io.leafid.segment.SegmentRanges;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.TagRow;
import io.leafid.web.Problems;
import io.leafid.web.WholeNumber;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** The service behind the controller: what one request of a client gets. Thread-safe. */
public final class RangeService {

    private static final Logger logger = LoggerFactory.getLogger(RangeService.class);

    /** As many characters of a token are repeated. */
    private static final int MAX_TOKEN = 100;

    /** For a client, which is told no file of this service. */
    private static final String SET_BACK =
            "the row of tag '%s' was rewound: ids that it offers were granted before; set max_id"
                    + " above every id ever issued or reserved on any node, then ids flow again";

    private final SegmentRanges ranges;
    private final SegmentStore store;
    private final long maxAmount;
    private final boolean createsTags;
    private final RecentGrants grants = new RecentGrants();

    /**
     * Makes a service.
     *
     * @param ranges allocates what is granted
     * @param store asked for rows, and never for a range
     * @param maxAmount how many ids one request may take, unless the tag's own step is larger
     * @param createsTags whether a request may add a tag
     */
    public RangeService(SegmentRanges ranges, SegmentStore store, long maxAmount, boolean createsTags) {
        this.ranges = ranges;
        this.store = store;
        this.maxAmount = maxAmount;
        this.createsTags = createsTags;
    }

    /** All tags, without how much a client may ask for. */
    List<Row> all() {
        return store.findAll().stream().map(row -> row(row, null)).toList();
    }

    Row one(String tag) {
        return Optional.of(tag)
                .filter(Tags::isLegal) // what no row has is not asked for: a database may refuse its characters
                .flatMap(store::find)
                .map(row -> row(row, mostAtOnce(tag, row.step())))
                .orElseThrow(() -> unknown(tag));
    }

    private static Row row(TagRow row, @Nullable String most) {
        return new Row(row.tag(), Long.toString(row.maxId()), row.step(), most);
    }

    Range allocate(String tag, Allocation body) {
        long amount = WholeNumber.parse(required(body.amount(), "amount"), "amount", 1, Long.MAX_VALUE);
        long atLeast =
                (body.atLeast() == null) ? amount : WholeNumber.parse(body.atLeast(), "atLeast", 1, Long.MAX_VALUE);
        if (atLeast > amount) {
            throw new IllegalArgumentException("atLeast is %s, more than amount, %s".formatted(atLeast, amount));
        }
        long seen = (body.seen() == null) ? 0 : WholeNumber.parse(body.seen(), "seen", 0, Long.MAX_VALUE);
        String token = Objects.requireNonNullElse(body.token(), "");
        if (token.length() > MAX_TOKEN) {
            throw new IllegalArgumentException("token has more than %s characters".formatted(MAX_TOKEN));
        }
        if (!Tags.isLegal(tag)) {
            throw unknown(tag);
        }
        requireWholeRanges(!(store instanceof SeveralCounters), tag);
        return granted(tag, token, allocated(tag, permitted(tag, amount, atLeast), seen));
    }

    /** A range for a client which may hold more than this instance has allocated, and so know of a rewind that this one does not. */
    private AllocatedSegment allocated(String tag, long amount, long seen) {
        try {
            return ranges.allocate(tag, amount, seen);
        } catch (CounterSetBackException ex) {
            ErrorResponseException problem = unusable(tag, SET_BACK.formatted(tag));
            problem.getBody().setProperty("maxId", Long.toString(ex.found()));
            throw problem;
        } catch (RateExceededException ex) {
            throw refused(Problems.of(ex), tag, ranges.maxRate(tag));
        }
    }

    /** A client takes every number of a range for its own, so one that is shared with other databases is never granted. */
    private static void requireWholeRanges(boolean areWhole, String tag) {
        if (!areWhole) {
            String detail = "this service takes interleaved ids from several databases, and grants none to clients";
            throw about(Problems.exception(HttpStatus.CONFLICT, detail), "refused", tag);
        }
    }

    private Range granted(String tag, String token, AllocatedSegment range) {
        requireWholeRanges(range.stride() == 1, tag);
        if (!token.isEmpty()) {
            grants.add(tag, token, range);
        }
        return new Range(
                tag,
                Long.toString(range.first()),
                Long.toString(range.end()),
                range.configuredStep(),
                mostAtOnce(tag, range.configuredStep()),
                token.isEmpty() ? null : token);
    }

    /** As many ids as are wanted, or fewer that are enough; what the tag's own rate never allows is left to its gate. */
    private long permitted(String tag, long amount, long atLeast) {
        long rate = ranges.maxRate(tag);
        if (amount <= Math.min(maxAmount, rate)) {
            return amount;
        }
        long limit = Math.max(maxAmount, store.find(tag).map(TagRow::step).orElse(0L));
        if (atLeast > limit) {
            String detail = "amount must be from 1 to %s, but is %s".formatted(limit, amount);
            throw refused(Problems.exception(HttpStatus.BAD_REQUEST, detail), tag, Math.min(limit, rate));
        }
        long permitted = Math.min(limit, rate);
        return (atLeast > permitted) ? amount : Math.min(amount, permitted);
    }

    /** The most ids that a client gets at once: a request for more would be refused however often it is made. */
    private String mostAtOnce(String tag, long step) {
        return Long.toString(Math.min(Math.max(maxAmount, step), ranges.maxRate(tag)));
    }

    Map<String, Object> create(String tag, Creation body) {
        if (!createsTags) {
            throw about(
                    Problems.exception(HttpStatus.FORBIDDEN, "clients of this service may not add tags"),
                    "refused",
                    tag);
        }
        Tags.requireLegal(tag);
        int step = (int) WholeNumber.parse(required(body.step(), "step"), "step", 1, TagRow.MAX_STEP);
        long initialId = WholeNumber.parse(required(body.initialId(), "initialId"), "initialId", 0, Long.MAX_VALUE);
        boolean isCreated = store.create(tag, step, initialId);
        ranges.forgetAnswer(tag);
        return Map.of("tag", tag, "created", isCreated);
    }

    /** Gives a range back that this instance has granted, once: a request that a proxy repeats finds no grant any more. */
    Map<String, Object> giveBack(String tag, String token, String firstText, String endText) {
        long first = WholeNumber.parse(firstText, "first", 0, Long.MAX_VALUE);
        long end = WholeNumber.parse(endText, "end", first + 1, Long.MAX_VALUE);
        boolean isReturned = grants.take(tag, token, first, end) && ranges.giveBack(tag, first, end);
        return Map.of("tag", tag, "returned", isReturned);
    }

    /** The problem of the row, if it was rewound, or has answered and cannot be used. */
    Optional<ErrorResponseException> unusable(String tag, boolean hasAnswered) {
        if (ranges.isSetBack(tag)) {
            return Optional.of(unusable(tag, SET_BACK.formatted(tag)));
        }
        try {
            return hasAnswered
                    ? store.find(tag).filter(row -> !row.isValid()).map(row -> unusable(tag, row.problem()))
                    : Optional.empty();
        } catch (RuntimeException ex) {
            logger.debug("tag '{}': the store fails", tag, ex);
            return Optional.empty();
        }
    }

    private static ErrorResponseException unusable(String tag, String reason) {
        return about(Problems.exception(HttpStatus.CONFLICT, reason), "unusable-row", tag);
    }

    static ErrorResponseException unknown(String tag) {
        return about(Problems.exception(HttpStatus.NOT_FOUND, "there is no tag '" + tag + "'"), "unknown-tag", tag);
    }

    private static ErrorResponseException refused(ErrorResponseException problem, String tag, long most) {
        problem.getBody().setProperty("maxAmount", Long.toString(most));
        return about(problem, "refused", tag);
    }

    /** The same problem as a client that is a program recognises it: what kind it is, and which tag it concerns. */
    static ErrorResponseException about(ErrorResponseException problem, String kind, String tag) {
        problem.setType(URI.create("urn:leaf:" + kind));
        problem.getBody().setProperty("tag", tag);
        return problem;
    }

    private static String required(@Nullable String text, String name) {
        if (text == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return text;
    }

    /** A row. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Row(
            String tag,
            @JsonProperty("maxId") String maxId,
            long step,
            @JsonProperty("maxAmount") @Nullable String maxAmount) {}

    /** A range that is granted. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Range(
            String tag,
            String first,
            String end,
            long step,
            @JsonProperty("maxAmount") String maxAmount,
            @Nullable String token) {}
}
