package io.leafid.actuate;

import io.leafid.text.SecretRedactor;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of one engine, with what an operator should know about it. Immutable.
 *
 * @param level whether ids are issued
 * @param details what to tell, in this order; no secrets
 */
record EngineHealth(Level level, Map<String, Object> details) {

    /** The grade of an engine, by whether it issues ids. */
    enum Level {
        /** It does, and nothing is wrong. */
        UP,
        /** It does, but an operator should look. */
        WARN,
        /** It issues none, as it should: it is a standby for another node. */
        OUT_OF_SERVICE,
        /** It cannot issue a single id now. */
        DOWN
    }

    /** The status of an application with these engines. */
    static Status worstOf(Collection<EngineHealth> engines) {
        Level worst = engines.stream()
                .map(EngineHealth::level)
                .max(Comparator.naturalOrder())
                .orElse(Level.UP);
        return switch (worst) {
            case UP, WARN -> Status.UP;
            case OUT_OF_SERVICE -> Status.OUT_OF_SERVICE;
            case DOWN -> Status.DOWN;
        };
    }

    /** Collects details, and the worst of the levels that they are told with. One thread only. */
    static final class Builder {

        private final Map<String, Object> details = new LinkedHashMap<>();
        private Level level = Level.UP;
        private @Nullable String reason;
        private @Nullable Object since;

        /** The reason; of two equally bad ones the first is told. */
        Builder because(Level newLevel, String newReason, @Nullable Object newSince) {
            if (newLevel.compareTo(level) > 0) {
                level = newLevel;
                reason = SecretRedactor.redactForClients(newReason);
                since = newSince;
            }
            return this;
        }

        Builder with(String name, @Nullable Object value) {
            if (value != null) {
                details.put(name, value);
            }
            return this;
        }

        EngineHealth build() {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("status", level.name());
            if (reason != null) {
                all.put("reason", reason);
            }
            if (since != null) {
                all.put("since", since);
            }
            all.putAll(details);
            return new EngineHealth(level, all);
        }
    }
}
