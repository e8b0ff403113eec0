package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.LeafStartException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Prints the explanation of a {@link LeafStartException}, before Boot's analyzers find something less telling, and the settings that
 * it concerns with value and origin. Thread-safe.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
final class LeafStartFailureAnalyzer extends AbstractFailureAnalyzer<LeafStartException> {

    private final @Nullable Environment environment;

    /** Looks into an environment, if there is one yet. */
    LeafStartFailureAnalyzer(@Nullable Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LeafStartException cause) {
        StringBuilder settings = new StringBuilder();
        for (String key : cause.keys()) {
            ConfigurationProperty written = (environment == null) ? null : WrittenSetting.find(environment, key);
            if (written != null) {
                settings.append("%n".formatted()).append(WrittenSetting.describe(key, written));
            }
        }
        String concerned = settings.isEmpty() ? "" : "%n%nIt concerns%n%s".formatted(settings);
        return new FailureAnalysis(cause.description() + concerned, cause.action(), cause);
    }
}
