package io.leafid.segment;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The default settings but for what a test names. Not thread-safe. */
final class SettingsBuilder {

    private final Map<String, Integer> maxStepByTag = new HashMap<>();
    private int maxStep = SegmentSettings.DEFAULT.maxStep();
    private double prefetchAt = SegmentSettings.DEFAULT.prefetchAt();
    private Duration waitTimeout = SegmentSettings.DEFAULT.waitTimeout();
    private Duration loadTimeout = SegmentSettings.DEFAULT.loadTimeout();
    private boolean failFast = true;
    private SegmentSettings.@Nullable NewTag autoCreate;
    private boolean returnUnused = true;

    SettingsBuilder maxStep(int value) {
        maxStep = value;
        return this;
    }

    SettingsBuilder maxStep(String tag, int value) {
        maxStepByTag.put(tag, value);
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

    SettingsBuilder keepUnused() {
        returnUnused = false;
        return this;
    }

    SegmentSettings build() {
        return new SegmentSettings(
                SegmentSettings.DEFAULT.targetDuration(),
                maxStep,
                maxStepByTag,
                prefetchAt,
                SegmentSettings.DEFAULT.refreshInterval(),
                waitTimeout,
                loadTimeout,
                failFast,
                autoCreate,
                returnUnused);
    }
}
