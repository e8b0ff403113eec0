package io.leafid.remote;

import io.leafid.IdsExhaustedException;
import io.leafid.PrintableText;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.json.JsonObject;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.RefusedForNowException;
import io.leafid.segment.store.TagRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads what an instance has replied, and believes nothing that does not answer the very request. Pure.
 *
 * <p>A range counts only with the tag and the token of the request in the same reply: so neither a reply to another request, which
 * a cache, a proxy or a mixed-up connection may bring, nor the front page of another server is ever taken for a range.
 */
final class ReplyReader {

    /** The beginning of the types of problems that the service itself reports. */
    private static final String PROBLEM = "urn:leaf:";

    private static final String UNUSABLE_ROW = "unusable-row";

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;

    /** The most tags of a service, a hundred bytes of memory each. */
    private static final int MAX_TAGS = 2_000_000;

    /** The most characters of the list of all tags, of which none is kept. */
    private static final long MAX_LIST = 512L * 1024 * 1024;

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
        JsonObject fields = answer(reply, tag);
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
        JsonObject fields = fieldsOf(reply);
        boolean isRefused = fields.text("type").orElse("").equals(PROBLEM + UNUSABLE_ROW);
        return isRefused ? number(fields, tag, "maxId", 0) : OptionalLong.empty();
    }

    private static OptionalLong number(JsonObject fields, String tag, String name, long least) {
        String written =
                fields.text("tag").orElse("").equals(tag) ? fields.text(name).orElse("") : "";
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
        JsonObject fields = answer(reply, tag);
        return new TagRow(tag, number(fields, "maxId"), step(fields));
    }

    /** All rows that a reply lists, read while it comes; one that was cut off is no list. */
    static List<TagRow> rows(int status, InputStream body) throws IOException {
        if (status != OK) {
            throw refusal(ServiceExchange.whole(status, body), "");
        }
        List<TagRow> rows = new ArrayList<>();
        try {
            JsonObject.readArray(
                    new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)),
                    MAX_LIST,
                    row -> add(rows, new TagRow(text(row, "tag"), number(row, "maxId"), step(row))));
        } catch (IllegalArgumentException ex) {
            throw new InstanceException("the reply is no list of tags: " + ex.getMessage(), ex);
        }
        return rows;
    }

    private static void add(List<TagRow> rows, TagRow row) {
        if (rows.size() == MAX_TAGS) {
            throw new InstanceException("the reply lists more than %s tags".formatted(MAX_TAGS));
        }
        rows.add(row);
    }

    static boolean flag(ServiceReply reply, String tag, String name) {
        return answer(reply, tag).fields().get(name) instanceof Boolean value && value;
    }

    private static JsonObject answer(ServiceReply reply, String tag) {
        if (reply.status() != OK) {
            throw refusal(reply, tag);
        }
        JsonObject fields = parsed(reply);
        requireEqual(fields, "tag", tag);
        return fields;
    }

    /** Only what says itself that it comes from an id service speaks for the store; anything else speaks for one instance. */
    private static RuntimeException refusal(ServiceReply reply, String tag) {
        JsonObject problem = fieldsOf(reply);
        String detail = PrintableText.of(problem.text("detail").orElse("no problem detail"));
        String text = "HTTP status %s (%s)".formatted(reply.status(), detail);
        String type = problem.text("type").orElse("");
        if (!type.startsWith(PROBLEM) || !problem.text("tag").orElse("").equals(tag)) {
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

    private static JsonObject fieldsOf(ServiceReply reply) {
        try {
            return JsonObject.read(reply.body(), Integer.MAX_VALUE);
        } catch (IllegalArgumentException ex) {
            return JsonObject.EMPTY;
        }
    }

    private static JsonObject parsed(ServiceReply reply) {
        try {
            return JsonObject.read(reply.body(), Integer.MAX_VALUE);
        } catch (IllegalArgumentException ex) {
            throw new InstanceException("the reply is no answer of an id service: " + ex.getMessage(), ex);
        }
    }

    private static void requireEqual(JsonObject fields, String name, String wanted) {
        if (!fields.text(name).orElse("").equals(wanted)) {
            throw new InstanceException(
                    "the reply answers another request: its %s is not '%s'".formatted(name, wanted));
        }
    }

    private static String text(JsonObject fields, String name) {
        return fields.text(name).orElseThrow(() -> new InstanceException("the reply lacks the text '" + name + "'"));
    }

    private static long number(JsonObject fields, String name) {
        try {
            return Long.parseLong(text(fields, name));
        } catch (NumberFormatException ex) {
            throw new InstanceException("the reply's '" + name + "' is no number of 63 bits", ex);
        }
    }

    private static long step(JsonObject fields) {
        return fields.number("step").orElseThrow(() -> new InstanceException("the reply lacks the number 'step'"));
    }
}
