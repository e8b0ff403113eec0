package io.leafid.segment.store;

import io.leafid.Tags;
import io.leafid.UnknownTagException;
import java.util.Collection;
import java.util.List;

/**
 * A tag's row as a store has it; not yet validated, since rows are edited by hand.
 *
 * @param tag the tag ({@code biz_tag})
 * @param maxId the counter: the first id of the next allocation
 * @param step ids per allocation, as configured
 */
public record TagRow(String tag, long maxId, long step) {

    /** The largest step that a row may name: the largest value of its {@code int} column. */
    public static final long MAX_STEP = Integer.MAX_VALUE;

    /** Returns whether the row can be allocated from. */
    public boolean isValid() {
        return step >= 1 && step <= MAX_STEP && maxId >= 0 && Tags.isLegal(tag);
    }

    /** The problem of a row that is not valid, and the remedy. */
    public String problem() {
        if (!Tags.isLegal(tag)) {
            return "row '%s' cannot be used: a biz_tag has 1 to %s characters, no control characters and no space at either"
                            .formatted(tag, Tags.MAX_LENGTH)
                    + " end; correct it by SQL";
        }
        return "row '%s' cannot be used: max_id=%s (0 or more), step=%s (1 to %s); correct it by SQL"
                .formatted(tag, maxId, step, MAX_STEP);
    }

    /** The refusal of a tag that has no row. */
    public static UnknownTagException missing(String tag) {
        return missing(tag, List.of());
    }

    /** The same where other tags are known, of which one may be meant. */
    public static UnknownTagException missing(String tag, Collection<String> known) {
        String meant = NearestTag.of(tag, known)
                .map("; the nearest tag is '%s'"::formatted)
                .orElse("");
        return new UnknownTagException(
                tag,
                ("tag '%s' has no row in the segment table; INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('%s', 1, 1000) adds it,"
                                        + " and so does its first use with segment.auto-create.enabled=true")
                                .formatted(tag, tag.replace("'", "''"))
                        + meant,
                null);
    }
}
