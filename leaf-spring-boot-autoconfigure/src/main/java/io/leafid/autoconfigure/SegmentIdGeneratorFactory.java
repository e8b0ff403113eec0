package io.leafid.autoconfigure;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentStores;
import io.leafid.segment.store.NumberedColumns;
import io.leafid.time.SharedThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes segment generators from the settings and starts them. Stateless. */
final class SegmentIdGeneratorFactory {

    private static final String RECENT_TAGS = "segment-tags.txt";

    private SegmentIdGeneratorFactory() {}

    static SegmentIdGenerator create(
            LeafProperties properties,
            LeafEnvironment environment,
            SegmentStores stores,
            NumberedColumns columns,
            Consumer<LeafEvent> events,
            SharedThreads threads) {
        SegmentIdGenerator generator = new SegmentIdGenerator(
                stores,
                properties.segmentSettings(columns),
                preload(properties),
                recentTags(properties, environment),
                events,
                threads);
        for (Map.Entry<String, TagProperties> tag : properties.tags().entrySet()) {
            generator.limit(tag.getKey(), tag.getValue().limit());
        }
        return generator;
    }

    /** The failure of a start for which nothing on the class path can keep segments. */
    static LeafStartException missingLibrary() {
        return new LeafStartException(
                "Leaf has nowhere to reserve ids: leaf.segment.enabled is true, but spring-boot-jdbc is not on the class"
                        + " path and there is no bean of type io.leafid.segment.store.SegmentStore.",
                "Depend on io.leafid:leaf-spring-boot-starter, or on org.springframework.boot:spring-boot-jdbc, or define"
                        + " a bean of type io.leafid.segment.store.SegmentStore.",
                null);
    }

    static void start(SegmentIdGenerator generator, @Nullable StoreFailures failures) {
        try {
            generator.start();
        } catch (RuntimeException ex) {
            generator.close();
            throw (failures == null) ? ex : failures.explain(ex);
        }
    }

    /** Tags that another engine serves would only be missed in the table. */
    private static List<String> preload(LeafProperties properties) {
        List<String> tags = new ArrayList<>();
        for (Map.Entry<String, TagProperties> tag : properties.tags().entrySet()) {
            if (tag.getValue().preload() && properties.modeOf(tag.getKey()) == IdEngine.SEGMENT) {
                tags.add(tag.getKey());
            }
        }
        Collections.sort(tags);
        return tags;
    }

    static @Nullable Path recentTags(LeafProperties properties, LeafEnvironment environment) {
        if (!properties.segment().preloadRecent()) {
            return null;
        }
        Path directory = environment.segmentDirectory(properties);
        return (directory == null) ? null : directory.resolve(RECENT_TAGS);
    }
}
