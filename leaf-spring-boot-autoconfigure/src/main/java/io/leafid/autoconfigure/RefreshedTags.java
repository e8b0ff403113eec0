package io.leafid.autoconfigure;

import io.leafid.PrintableText;
import io.leafid.TagLimit;
import io.leafid.TagLimits;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.text.Reasons;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * The reader of limits of tags that were changed in the environment, as Spring Cloud announces it; its event is known by name, so
 * that it need not be there. Thread-safe.
 *
 * <p>Only a limit whose setting has changed is applied, so that one that was set by {@link TagLimits} outlives other changes.
 */
final class RefreshedTags implements ApplicationListener<ApplicationEvent> {

    private static final Logger logger = LoggerFactory.getLogger(RefreshedTags.class);

    static final String EVENT = "org.springframework.cloud.context.environment.EnvironmentChangeEvent";

    private final Environment environment;
    private final TagLimits limits;
    private Map<String, TagLimit> configured; // guarded by this

    RefreshedTags(Environment environment, TagLimits limits, Map<String, TagLimit> configured) {
        this.environment = environment;
        this.limits = limits;
        this.configured = Map.copyOf(configured);
    }

    /** The limits of the tags that have settings. */
    static Map<String, TagLimit> limitsOf(Map<String, TagProperties> tags) {
        return tags.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, tag -> tag.getValue().limit()));
    }

    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        if (event.getClass().getName().equals(EVENT)) {
            refresh();
        }
    }

    /** Applies what has changed; nothing if not all of it can be read. */
    synchronized void refresh() {
        Map<String, TagLimit> fresh;
        try {
            fresh = limitsOf(Binder.get(environment)
                    .bind("leaf.tags", Bindable.mapOf(String.class, TagProperties.class))
                    .orElseGet(HashMap::new));
        } catch (BindException | IllegalArgumentException ex) {
            logger.warn("limits of tags stay as they are, since leaf.tags cannot be read: {}", Reasons.of(ex));
            return;
        }
        Set<String> tags = new HashSet<>(configured.keySet());
        tags.addAll(fresh.keySet());
        for (String tag : tags) {
            TagLimit limit = fresh.getOrDefault(tag, TagLimit.NONE);
            if (!limit.equals(configured.getOrDefault(tag, TagLimit.NONE))) {
                limits.set(tag, limit);
                logger.info("tag '{}' has another limit now: {}", PrintableText.of(tag), limit);
            }
        }
        configured = fresh;
    }
}
