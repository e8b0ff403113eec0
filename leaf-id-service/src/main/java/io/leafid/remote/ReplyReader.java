package io.leafid.remote;

import io.leafid.IdsExhaustedException;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.RefusedForNowException;
import io.leafid.segment.store.TagRow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what an instance has replied, and believes nothing that does not answer the very request. Pure.
 *
 * <p>A range counts only with the tag and the token of the request in the same reply: so neither a reply to another request, which
 * a cache, a proxy or a mixed-up connection may bring, nor the front page of another server is ever taken for a range.
 */
final class ReplyReader {

    private static final JsonMapper MAPPER = new JsonMapper();

    /** The beginning of the types of problems that the service itself reports. */
    private static final String PROBLEM = "urn:leaf:";

    private static final String UNUSABLE_ROW = "unusable-row";

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;

    private ReplyReader() {}

    /**
     * The range that a reply grants.
     *
     * @throws UnknownTagException if the service says that there is no such tag
     * @throws IdsExhaustedException if the service says that the tag is used up
     * @throws SegmentUnavailableException if the service says that the tag's row cannot be used, or that it grants none of this tag
     * @throws RefusedForNowException if the service grants none at this moment, or not so many
     * @throws InstanceException if the reply is anything else but the range that was asked for
     */
    static AllocatedSegment range(ServiceReply reply, String tag, String token, long amount) {
        JsonNode fields = answer(reply, tag);
        requireEqual(fields, "token", token);
        long first = number(fields, "first");
        long end = number(fields, "end");
        if (first < 0 || end <= first || end - first != amount) {
            throw new InstanceException(
                    "the reply grants [%s, %s), asked for were %s ids".formatted(first, end, amount));
        }
        return new AllocatedSegment(first, end, step(fields));
    }

    /** The most ids that a service grants at once, of which it speaks in answers and in refusals; empty in a reply of another kind. */
    static OptionalLong maxAmount(ServiceReply reply, String tag) {
        return number(fieldsOf(reply), tag, "maxAmount", 1);
    }

    /** The counter that a service refuses since it stands below what the client holds; empty in a reply of another kind. */
    static OptionalLong rewoundTo(ServiceReply reply, String tag) {
        JsonNode fields = fieldsOf(reply);
        boolean isRefused = text(fields, "type", "").equals(PROBLEM + UNUSABLE_ROW);
        return isRefused ? number(fields, tag, "maxId", 0) : OptionalLong.empty();
    }

    private static OptionalLong number(JsonNode fields, String tag, String name, long least) {
        String written = text(fields, "tag", "").equals(tag) ? text(fields, name, "") : "";
        try {
            long number = Long.parseLong(written);
            return (number < least) ? OptionalLong.empty() : OptionalLong.of(number);
        } catch (NumberFormatException ex) {
            return OptionalLong.empty();
        }
    }

    /**
     * The row that a reply describes.
     *
     * @throws UnknownTagException if the service says that there is none
     */
    static TagRow row(ServiceReply reply, String tag) {
        JsonNode fields = answer(reply, tag);
        return new TagRow(tag, number(fields, "maxId"), step(fields));
    }

    /** All rows that a reply lists. */
    static List<TagRow> rows(ServiceReply reply) {
        if (reply.status() != OK) {
            throw refusal(reply, "");
        }
        JsonNode all = parsed(reply);
        if (!all.isArray()) {
            throw new InstanceException("the reply is no list of tags");
        }
        List<TagRow> rows = new ArrayList<>();
        for (JsonNode row : all) {
            rows.add(new TagRow(text(row, "tag"), number(row, "maxId"), step(row)));
        }
        return rows;
    }

    static boolean flag(ServiceReply reply, String tag, String name) {
        return answer(reply, tag).path(name).asBoolean(false);
    }

    private static JsonNode answer(ServiceReply reply, String tag) {
        if (reply.status() != OK) {
            throw refusal(reply, tag);
        }
        JsonNode fields = parsed(reply);
        requireEqual(fields, "tag", tag);
        return fields;
    }

    /** Only what says itself that it comes from an id service speaks for the store; anything else speaks for one instance. */
    private static RuntimeException refusal(ServiceReply reply, String tag) {
        JsonNode problem = fieldsOf(reply);
        String detail = PrintableText.of(text(problem, "detail", "no problem detail"));
        String text = "HTTP status %s (%s)".formatted(reply.status(), detail);
        String type = text(problem, "type", "");
        if (!type.startsWith(PROBLEM) || !text(problem, "tag", "").equals(tag)) {
            boolean isRefused = reply.status() == UNAUTHORIZED || reply.status() == FORBIDDEN;
            return new InstanceException(text, isRefused ? ServiceTrouble.CREDENTIALS : ServiceTrouble.AWAY, null);
        }
        return switch (type.substring(PROBLEM.length())) {
            case "unknown-tag" ->
                new UnknownTagException(
                        tag, "tag '%s' is not known to the id service: %s".formatted(tag, detail), null);
            case "exhausted" -> new IdsExhaustedException(detail, null);
            case UNUSABLE_ROW -> new SegmentUnavailableException(detail, null);
            case "refused" -> refused("the id service refuses the request: " + detail, reply.status());
            default -> new InstanceException(text);
        };
    }

    /** What is forbidden, or granted by none of its rows, stays so; else another moment or another number of ids may succeed. */
    private static RuntimeException refused(String text, int status) {
        boolean isLasting = status == FORBIDDEN || status == CONFLICT;
        return isLasting ? new SegmentUnavailableException(text, null) : new RefusedForNowException(text);
    }

    /** What a reply says, which may be no JSON. */
    private static JsonNode fieldsOf(ServiceReply reply) {
        try {
            return MAPPER.readTree(reply.body());
        } catch (JacksonException ex) {
            return MAPPER.createObjectNode();
        }
    }

    private static JsonNode parsed(ServiceReply reply) {
        try {
            return MAPPER.readTree(reply.body());
        } catch (JacksonException ex) {
            throw new InstanceException("the reply is no answer of an id service: " + ex.getOriginalMessage(), ex);
        }
    }

    private static void requireEqual(JsonNode fields, String name, String wanted) {
        if (!text(fields, name, "").equals(wanted)) {
            throw new InstanceException(
                    "the reply answers another request: its %s is not '%s'".formatted(name, wanted));
        }
    }

    private static String text(JsonNode fields, String name, String otherwise) {
        JsonNode value = fields.path(name);
        return value.isString() ? value.asString() : otherwise;
    }

    private static String text(JsonNode fields, String name) {
        String text = text(fields, name, "");
        if (text.isEmpty()) {
            throw new InstanceException("the reply lacks the text '" + name + "'");
        }
        return text;
    }

    private static long number(JsonNode fields, String name) {
        try {
            return Long.parseLong(text(fields, name));
        } catch (NumberFormatException ex) {
            throw new InstanceException("the reply's '" + name + "' is no number of 63 bits", ex);
        }
    }

    private static long step(JsonNode fields) {
        JsonNode step = fields.path("step");
        if (!step.isIntegralNumber() || !step.canConvertToLong()) {
            throw new InstanceException("the reply lacks the number 'step'");
        }
        return step.longValue();
    }
}
