package io.leafid.actuate;

import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentTagStatus;
import io.leafid.segment.StoreStatus;
import java.util.Map;
import java.util.TreeMap;

/**
 * The segment engine as the endpoint shows it. Immutable.
 *
 * @param store whether the store answers
 * @param tags all known tags, sorted
 */
public record SegmentDescriptor(StoreStatus.State store, Map<String, TagDescriptor> tags) {

    static SegmentDescriptor of(SegmentIdGenerator generator) {
        Map<String, TagDescriptor> tags = new TreeMap<>();
        for (SegmentTagStatus status : generator.status()) {
            tags.put(status.tag(), TagDescriptor.of(status));
        }
        return new SegmentDescriptor(generator.storeStatus().state(), tags);
    }
}
