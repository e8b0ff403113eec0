package io.leafid.segment;

import io.leafid.UnknownTagException;

/** The words for a tag that has no row. */
final class UnknownTags {

    private UnknownTags() {}

    static UnknownTagException noRow(String tag) {
        return new UnknownTagException(
                tag,
                "tag '%s' has no row in the segment table; insert one (biz_tag, max_id, step), ".formatted(tag)
                        + "or enable auto-create",
                null);
    }
}
