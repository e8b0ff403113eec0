package io.leafid.segment;

import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The default settings but for what a test names. Not thread-safe. */
final class SettingsBuilder {

    private final Map<String, TagSettings> tags = new HashMap<>();
    private int maxStep = AllocationSettings.DEFAULT.maxStep();
    private double prefetchAt = AllocationSettings.DEFAULT.prefetchAt();
    private Duration waitTimeout = AllocationSettings.DEFAULT.waitTimeout();
    private Duration loadTimeout = AllocationSettings.DEFAULT.loadTimeout();
    private boolean failFast = true;
    private SegmentSettings.@Nullable NewTag autoCreate;
    private boolean returnUnused = true;

    SettingsBuilder maxStep(int value) {
        maxStep = value;
        return this;
    }

    SettingsBuilder maxStep(String tag, int value) {
        tags.put(tag, new TagSettings(value));
        return this;
    }

    SettingsBuilder prefetchAt(double value) {
        prefetchAt = value;
        return this;
    }

    SettingsBuilder waitTimeout(Duration value) {
        waitTimeout = value;
        return this;
    }

    SettingsBuilder loadTimeout(Duration value) {
        loadTimeout = value;
        return this;
    }

    SettingsBuilder startDegraded() {
        failFast = false;
        return this;
    }

    SettingsBuilder autoCreate(int step, long initialId) {
        autoCreate = new SegmentSettings.NewTag(step, initialId);
        return this;
    }

    SettingsBuilder globalOrder(String tag) {
        tags.put(tag, new TagSettings(null, IdOrder.GLOBAL));
        return this;
    }

    SettingsBuilder keepUnused() {
        returnUnused = false;
        return this;
    }

    SegmentSettings build() {
        return new SegmentSettings(
                new AllocationSettings(
                        AllocationSettings.DEFAULT.targetDuration(),
                        maxStep,
                        tags,
                        prefetchAt,
                        waitTimeout,
                        loadTimeout),
                SegmentSettings.DEFAULT.refreshInterval(),
                failFast,
                autoCreate,
                returnUnused);
    }
}
