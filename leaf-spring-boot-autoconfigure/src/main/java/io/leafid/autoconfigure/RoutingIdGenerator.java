package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.Tags;
import io.leafid.autoconfigure.properties.IdEngine;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives each tag to its engine: the one that {@code leaf.tags.<tag>.mode} names, else that of {@code leaf.default-mode}.
 * Thread-safe as its engines are; immutable.
 */
final class RoutingIdGenerator implements IdGenerator {

    private final Map<String, IdGenerator> engines = new HashMap<>();
    private final IdGenerator defaultEngine;

    /**
     * Makes a router.
     *
     * @param modeByTag engines of single tags
     * @param defaultMode engine of all other tags
     * @param engineByMode where ids of an engine come from
     */
    RoutingIdGenerator(
            Map<String, IdEngine> modeByTag, IdEngine defaultMode, Function<IdEngine, IdGenerator> engineByMode) {
        modeByTag.forEach((tag, mode) -> engines.put(tag, engineByMode.apply(mode)));
        this.defaultEngine = engineByMode.apply(defaultMode);
    }

    IdGenerator engine(@Nullable String tag) {
        return (tag == null) ? defaultEngine : Objects.requireNonNullElse(Tags.ofOwner(engines, tag), defaultEngine);
    }

    @Override
    public long nextId(String tag) {
        return engine(tag).nextId(tag);
    }

    @Override
    public long[] nextIds(String tag, int count) {
        return engine(tag).nextIds(tag, count);
    }

    @Override
    public IdSequence sequence(String tag) {
        return engine(tag).sequence(tag);
    }
}
