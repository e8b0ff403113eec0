package io.leafid.autoconfigure;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.file.StateHome;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.SegmentSettings.NewTag;
import io.leafid.segment.SegmentStore;
import io.leafid.time.SharedThreads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes segment generators from the settings and starts them. Stateless. */
final class SegmentIdGeneratorFactory {

    /** The directory that the original Leaf keeps its files in, below one with the service's name. */
    private static final String STATE_DIRECTORY = "leafconf";

    private static final String RECENT_TAGS = "segment-tags.txt";

    private SegmentIdGeneratorFactory() {}

    static SegmentIdGenerator create(
            LeafProperties properties,
            LeafEnvironment environment,
            SegmentStore store,
            Consumer<LeafEvent> events,
            SharedThreads threads) {
        return new SegmentIdGenerator(
                store, settings(properties), preload(properties), recentTags(properties, environment), events, threads);
    }

    /** The failure of a start for which nothing on the class path can keep segments. */
    static LeafStartException missingLibrary() {
        return new LeafStartException(
                "Leaf has nowhere to reserve ids: leaf.segment.enabled is true, but spring-boot-jdbc is not on the class"
                        + " path and there is no bean of type io.leafid.segment.SegmentStore.",
                "Depend on io.leafid:leaf-spring-boot-starter, or on org.springframework.boot:spring-boot-jdbc, or define"
                        + " a bean of type io.leafid.segment.SegmentStore.",
                null);
    }

    static void start(SegmentIdGenerator generator, StoreFailures failures) {
        try {
            generator.start();
        } catch (RuntimeException ex) {
            generator.close();
            throw failures.explain(ex);
        }
    }

    static SegmentSettings settings(LeafProperties properties) {
        SegmentProperties segment = properties.segment();
        SegmentProperties.AutoCreate create = segment.autoCreate();
        return new SegmentSettings(
                segment.targetDuration(),
                segment.maxStep(),
                maxStepByTag(properties.tags()),
                segment.prefetchAt(),
                segment.refreshInterval(),
                segment.waitTimeout(),
                segment.loadTimeout(),
                segment.failFast(),
                create.enabled() ? new NewTag(create.step(), create.initialId()) : null,
                segment.returnUnused());
    }

    private static Map<String, Integer> maxStepByTag(Map<String, TagProperties> tags) {
        return tags.entrySet().stream()
                .filter(tag -> tag.getValue().maxStep() != null)
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        tag -> Objects.requireNonNull(tag.getValue().maxStep())));
    }

    /** Tags that another engine serves would only be missed in the table. */
    private static List<String> preload(LeafProperties properties) {
        return properties.tags().entrySet().stream()
                .filter(tag -> tag.getValue().preload() && properties.modeOf(tag.getKey()) == IdEngine.SEGMENT)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    static @Nullable Path recentTags(LeafProperties properties, LeafEnvironment environment) {
        if (!properties.segment().preloadRecent()) {
            return null;
        }
        Path directory = properties.segment().stateDirectory();
        if (directory == null) {
            directory = directoryOf(environment.nameOf(properties));
        }
        return (directory == null) ? null : directory.resolve(RECENT_TAGS);
    }

    /** A directory that outlives a restart of the machine, where there is one. */
    private static @Nullable Path directoryOf(@Nullable String name) {
        if (name == null) {
            return null;
        }
        String temporary = System.getProperty("java.io.tmpdir");
        return StateHome.ofThisProcess()
                .find()
                .map(home -> home.resolve(name))
                .orElse((temporary == null) ? null : Path.of(temporary, name, STATE_DIRECTORY));
    }
}
