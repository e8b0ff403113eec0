package io.leafid.autoconfigure;

import io.leafid.ManagedIdGenerator;
import io.leafid.TagLimit;
import io.leafid.TagLimits;
import io.leafid.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.beans.factory.ObjectProvider;

/** Limits that both engines of a context obey, since either may be asked for any tag. Thread-safe. */
final class LeafTagLimits implements TagLimits {

    private final ConcurrentMap<String, TagLimit> limits = new ConcurrentHashMap<>();
    private final ObjectProvider<ManagedIdGenerator> engines;

    /** Limits that the engines obey already, and those that come. */
    LeafTagLimits(Map<String, TagLimit> configured, ObjectProvider<ManagedIdGenerator> engines) {
        this.limits.putAll(configured);
        this.engines = engines;
    }

    @Override
    public TagLimit of(String tag) {
        return limits.getOrDefault(tag, TagLimit.NONE);
    }

    /** One change at a time, so that the engines end with the limit that is told. */
    @Override
    public synchronized void set(String tag, TagLimit limit) {
        limits.put(Tags.requireLegal(tag), limit);
        engines.forEach(engine -> engine.limit(tag, limit));
    }
}
