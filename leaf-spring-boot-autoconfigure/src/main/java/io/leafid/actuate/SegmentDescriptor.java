package io.leafid.actuate;

import io.leafid.concurrent.Availability;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.status.SegmentTagPage;
import io.leafid.segment.status.SegmentTagQuery;
import io.leafid.segment.status.SegmentTagStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The segment engine as the endpoint shows it, with the tags that were asked for. Immutable.
 *
 * @param store whether the store answers
 * @param storeType what kind of store it is: {@code jdbc}, {@code service}, or the class of one of the application's own
 * @param databases the databases that have names, by name; {@code null} if there are none
 * @param tags the chosen tags, sorted by name
 * @param known how many tags there are
 * @param matching how many of those pass the filter
 * @param notShown how many of those are left out, since so many were not asked for
 * @param states how many of those that pass the filter are in each state
 */
public record SegmentDescriptor(
        Availability.State store,
        String storeType,
        @Nullable Map<String, DatabaseDescriptor> databases,
        Map<String, TagDescriptor> tags,
        int known,
        int matching,
        int notShown,
        Map<SegmentTagStatus.State, Integer> states) {

    static SegmentDescriptor of(SegmentIdGenerator generator, SegmentTagQuery query) {
        SegmentTagPage page = generator.status(query);
        Map<String, TagDescriptor> tags = tags(generator, page);
        return new SegmentDescriptor(
                generator.storeStatus().state(),
                generator.storeName(),
                databases(generator.databases()),
                tags,
                page.known(),
                page.matching(),
                page.matching() - tags.size(),
                new TreeMap<>(page.states()));
    }

    private static Map<String, TagDescriptor> tags(SegmentIdGenerator generator, SegmentTagPage page) {
        Map<String, TagDescriptor> tags = new TreeMap<>();
        for (SegmentTagStatus status : page.shown()) {
            tags.put(status.tag(), TagDescriptor.of(generator, status));
        }
        return tags;
    }

    private static @Nullable Map<String, DatabaseDescriptor> databases(List<DatabaseStatus> databases) {
        Map<String, DatabaseDescriptor> byName = new TreeMap<>();
        databases.forEach(each -> byName.put(each.name(), DatabaseDescriptor.of(each)));
        return byName.isEmpty() ? null : byName;
    }
}
