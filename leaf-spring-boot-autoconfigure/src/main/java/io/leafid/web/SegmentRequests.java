package io.leafid.web;

import io.leafid.RateExceededException;
import io.leafid.Tags;
import io.leafid.json.JsonObject;
import io.leafid.segment.SegmentRanges;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.CounterSetBackException;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.TagRow;
import io.leafid.web.route.Problem;
import io.leafid.web.route.ProblemException;
import io.leafid.web.route.RouteRequest;
import io.leafid.web.route.RouteResponse;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The requests to an id service: each is read whole, then made. Numbers that can be large are texts in answers.
 * Thread-safe.
 */
final class SegmentRequests {

    /** As many characters of a token are repeated. */
    private static final int MAX_TOKEN = 100;

    /** Says in each answer about one tag how much a client may ask for, so that it need not be refused. The list of tags lacks it. */
    private static final String MAX_AMOUNT = "maxAmount";

    private final long maxAmount;
    private final boolean createsTags;
    private final RecentGrants grants = new RecentGrants();

    /**
     * Makes what answers requests.
     *
     * @param maxAmount how many ids one request may take, unless the tag's own step is larger
     * @param createsTags whether a request may add a tag
     */
    SegmentRequests(long maxAmount, boolean createsTags) {
        this.maxAmount = maxAmount;
        this.createsTags = createsTags;
    }

    /** All tags, made in parts, so that a service with many of them needs no memory for the whole. */
    static RouteResponse all(Seller seller) {
        RowArrayChunks chunks = new RowArrayChunks(seller.store.findAll().iterator());
        return RouteResponse.inChunks(RouteResponse.JSON, chunks.next(), chunks);
    }

    RouteResponse one(Seller seller, String tag) {
        TagRow row = Optional.of(tag)
                .filter(Tags::isLegal) // what no row has is not asked for: a database may refuse its characters
                .flatMap(seller.store::find)
                .orElseThrow(() -> new ProblemException(
                        Problem.notFound("there is no tag '" + tag + "'").about("unknown-tag", tag)));
        return SegmentRoute.answer(fields(row).with(MAX_AMOUNT, maxAmount(seller, tag, row.step())));
    }

    static JsonObject fields(TagRow row) {
        return JsonObject.EMPTY
                .with("tag", row.tag())
                .with("maxId", Long.toString(row.maxId()))
                .with("step", row.step());
    }

    /** Takes {@code amount} ids, or as many as one request may take if {@code atLeast} says that these are enough. */
    Function<Seller, RouteResponse> allocation(String tag, JsonObject body) {
        long amount = number(body, "amount", 1).orElseThrow(() -> new IllegalArgumentException("amount is missing"));
        long atLeast = number(body, "atLeast", 1).orElse(amount);
        if (atLeast > amount) {
            throw new IllegalArgumentException("atLeast is %s, more than amount, %s".formatted(atLeast, amount));
        }
        long seen = number(body, "seen", 0).orElse(0);
        String token = body.text("token").orElse("");
        if (token.length() > MAX_TOKEN) {
            throw new IllegalArgumentException("token has more than %s characters".formatted(MAX_TOKEN));
        }
        return seller -> {
            if (!Tags.isLegal(tag)) {
                throw TagRow.missing(tag); // as the store would say
            }
            requireWholeRanges(!(seller.store instanceof SeveralCounters), tag);
            AllocatedSegment range = allocated(seller, tag, permitted(seller, tag, amount, atLeast), seen);
            return granted(seller, tag, token, range);
        };
    }

    /** A range for a client which may hold more than this instance has allocated, and so know of a rewind that this one does not. */
    private static AllocatedSegment allocated(Seller seller, String tag, long amount, long seen) {
        try {
            return seller.ranges.allocate(tag, amount, seen);
        } catch (CounterSetBackException ex) {
            throw new ProblemException(SegmentRoute.setBack(tag).with("maxId", Long.toString(ex.found())));
        } catch (RateExceededException ex) {
            throw new ProblemException(refused(Problem.of(ex), tag, seller.ranges.maxRate(tag)));
        }
    }

    /** A client takes every number of a range for its own, so one that is shared with other databases is never granted. */
    private static void requireWholeRanges(boolean areWhole, String tag) {
        if (!areWhole) {
            String detail = "this service takes interleaved ids from several databases, and grants none to clients";
            throw new ProblemException(Problem.conflict(detail).about("refused", tag));
        }
    }

    private RouteResponse granted(Seller seller, String tag, String token, AllocatedSegment range) {
        requireWholeRanges(range.stride() == 1, tag);
        JsonObject fields = JsonObject.EMPTY
                .with("tag", tag)
                .with("first", Long.toString(range.first()))
                .with("end", Long.toString(range.end()))
                .with("step", range.configuredStep())
                .with(MAX_AMOUNT, maxAmount(seller, tag, range.configuredStep()));
        if (!token.isEmpty()) {
            grants.add(tag, token, range);
            fields = fields.with("token", token);
        }
        return SegmentRoute.answer(fields);
    }

    /** As many ids as are wanted, or fewer that are enough; what the tag's own rate never allows is left to its gate. */
    private long permitted(Seller seller, String tag, long amount, long atLeast) {
        long rate = seller.ranges.maxRate(tag);
        if (amount <= Math.min(maxAmount, rate)) {
            return amount;
        }
        long limit =
                Math.max(maxAmount, seller.store.find(tag).map(TagRow::step).orElse(0L));
        if (atLeast > limit) {
            String detail = "amount must be from 1 to %s, but is %s".formatted(limit, amount);
            throw new ProblemException(refused(Problem.badRequest(detail), tag, Math.min(limit, rate)));
        }
        long permitted = Math.min(limit, rate);
        return (atLeast > permitted) ? amount : Math.min(amount, permitted);
    }

    /** The most ids that a client gets at once: a request for more would be refused however often it is made. */
    private String maxAmount(Seller seller, String tag, long step) {
        return Long.toString(Math.min(Math.max(maxAmount, step), seller.ranges.maxRate(tag)));
    }

    private static Problem refused(Problem problem, String tag, long maxAmount) {
        return problem.about("refused", tag).with(MAX_AMOUNT, Long.toString(maxAmount));
    }

    Function<Seller, RouteResponse> creation(String tag, JsonObject body) {
        if (!createsTags) {
            throw new ProblemException(Problem.forbidden("clients of this service may not add tags")
                    .about("refused", tag));
        }
        Tags.requireLegal(tag);
        int step = (int) required(body, "step", 1, TagRow.MAX_STEP);
        long initialId = required(body, "initialId", 0, Long.MAX_VALUE);
        return seller -> {
            boolean isCreated = seller.store.create(tag, step, initialId);
            seller.ranges.forgetAnswer(tag);
            return SegmentRoute.answer(answer(tag, "created", isCreated));
        };
    }

    /** Gives a range back that this instance has granted, once: a request that a proxy repeats finds no grant any more. */
    Function<Seller, RouteResponse> giveBack(String tag, RouteRequest request) {
        String token = Objects.requireNonNullElse(request.parameter("token"), "");
        long first = WholeNumber.parse(parameter(request, "first"), "first", 0, Long.MAX_VALUE);
        long end = WholeNumber.parse(parameter(request, "end"), "end", first + 1, Long.MAX_VALUE);
        return seller -> SegmentRoute.answer(answer(
                tag, "returned", grants.take(tag, token, first, end) && seller.ranges.giveBack(tag, first, end)));
    }

    /**
     * The engine that grants ranges, and where its rows are. Immutable.
     *
     * @param ranges allocates what is granted
     * @param store is asked for rows, and never for a range
     */
    record Seller(SegmentRanges ranges, SegmentStore store) {}

    private static JsonObject answer(String tag, String name, boolean value) {
        return new JsonObject(Map.of("tag", tag, name, value));
    }

    private static String parameter(RouteRequest request, String name) {
        return Objects.requireNonNullElse(request.parameter(name), "");
    }

    private static long required(JsonObject body, String name, long min, long max) {
        long number = number(body, name, min).orElseThrow(() -> new IllegalArgumentException(name + " is missing"));
        return WholeNumber.parse(Long.toString(number), name, min, max);
    }

    /** A number, written as one or as a text. */
    private static OptionalLong number(JsonObject body, String name, long min) {
        OptionalLong number = body.number(name);
        Optional<String> text = number.isPresent() ? Optional.of(Long.toString(number.getAsLong())) : body.text(name);
        return text.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(WholeNumber.parse(text.get(), name, min, Long.MAX_VALUE));
    }
}
