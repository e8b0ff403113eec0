package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentTagPage;
import io.leafid.segment.SegmentTagQuery;
import io.leafid.segment.SegmentTagStatus;
import io.leafid.segment.StoreStatus;
import java.util.Map;
import java.util.TreeMap;

/**
 * The segment engine as the endpoint shows it, with the tags that were asked for. Immutable.
 *
 * @param store whether the store answers
 * @param tags the chosen tags, sorted by name
 * @param known how many tags there are
 * @param matching how many of those pass the filter
 * @param notShown how many of those are left out, since so many were not asked for
 * @param states how many of those that pass the filter are in each state
 */
public record SegmentDescriptor(
        StoreStatus.State store,
        Map<String, TagDescriptor> tags,
        int known,
        int matching,
        int notShown,
        Map<SegmentTagStatus.State, Integer> states) {

    static SegmentDescriptor of(SegmentIdGenerator generator, SegmentTagQuery query) {
        SegmentTagPage page = generator.status(query);
        Map<String, TagDescriptor> tags = new TreeMap<>();
        for (SegmentTagStatus status : page.shown()) {
            tags.put(status.tag(), TagDescriptor.of(status));
        }
        return new SegmentDescriptor(
                generator.storeStatus().state(),
                tags,
                page.known(),
                page.matching(),
                page.matching() - tags.size(),
                new TreeMap<>(page.states()));
    }
}
