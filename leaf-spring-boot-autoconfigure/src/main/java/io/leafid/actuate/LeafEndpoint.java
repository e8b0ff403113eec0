package io.leafid.actuate;

import io.leafid.TextIds;
import io.leafid.TextStatus;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.SegmentTagQuery;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;

/**
 * The endpoint that shows what both engines hold at this moment. Reading it consumes no id and asks no store, but for the list of all leases,
 * which is read at most every few seconds. Thread-safe.
 *
 * @param view the engines that there are
 */
@Endpoint(id = LeafEndpoint.ID)
public record LeafEndpoint(LeafView view) {

    /** The name of the endpoint. */
    public static final String ID = "leaf";

    /**
     * Both engines, with the tags that need attention most unless others are asked for.
     *
     * @param filter part of the names of the tags to show
     * @param sort which of them come first if there are too many: tag, state, rate or left
     * @param limit how many of them to show at most
     * @return both engines
     */
    @ReadOperation
    public LeafDescriptor leaf(@Nullable String filter, @Nullable String sort, @Nullable Integer limit) {
        try {
            return describe(SegmentTagQuery.of(filter, sort, limit));
        } catch (IllegalArgumentException ex) {
            String reason = String.valueOf(ex.getMessage());
            throw new InvalidEndpointRequestException(reason, reason, ex);
        }
    }

    /** Both engines, with the tags that a query chooses. */
    public LeafDescriptor describe(SegmentTagQuery tags) {
        SegmentIdGenerator segment = view.segment();
        SnowflakeView snowflake = view.snowflake();
        return new LeafDescriptor(
                view.name(),
                view.defaultMode(),
                (segment == null) ? null : SegmentDescriptor.of(segment, tags),
                (snowflake == null) ? null : snowflake.describe(),
                texts());
    }

    private @Nullable Map<String, TextStatus> texts() {
        Map<String, TextStatus> texts =
                (view.texts() == null) ? Map.of() : view.texts().status();
        return texts.isEmpty() ? null : texts;
    }

    /**
     * One tag of the segment engine; tags of the snowflake engine have nothing of their own to show.
     *
     * @param tag the tag; one with slashes comes in several parts
     * @return the tag, or {@code null} if it is not known, which is answered as "not found"
     */
    @ReadOperation
    public @Nullable TagDescriptor tag(@Selector(match = Match.ALL_REMAINING) String... tag) {
        SegmentIdGenerator segment = view.segment();
        TextIds texts = view.texts();
        String name = String.join("/", tag);
        return (segment == null)
                ? null
                : segment.status(name)
                        .or(() -> (texts == null) ? Optional.empty() : segment.status(texts.periodOf(name)))
                        .map(status -> TagDescriptor.of(segment, status))
                        .orElse(null);
    }
}
