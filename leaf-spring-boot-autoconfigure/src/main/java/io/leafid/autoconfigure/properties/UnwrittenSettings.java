package io.leafid.autoconfigure.properties;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Filter that leaves out an auto-configuration of Leaf before its class is read, where nothing is written below the key that switches it on. The
 * conditions on the classes leave out the same ones; reading those classes took most of the time that Leaf cost a start with no engine on. Only
 * what a {@code @PropertySource} on another auto-configuration sets is there for the conditions, and not yet for this filter. Where
 * nothing at all is written, the endpoint and the settings are left out too, also for a generator that the application makes itself. Public ids
 * and entities have no key: they report what is missing. Used by one thread.
 */
final class UnwrittenSettings implements AutoConfigurationImportFilter, EnvironmentAware, BeanFactoryAware {

    /** The keys of which one must be written for an auto-configuration to have something to do. */
    static final Map<String, List<String>> KEYS = Map.ofEntries(
            needs("LeafAutoConfiguration", "leaf"),
            needs("LeafActuatorAutoConfiguration", "leaf"),
            needs("LeafStartAutoConfiguration", "leaf"),
            needs(
                    "LeafJdbcAutoConfiguration",
                    "leaf.snowflake",
                    "leaf.remote",
                    "leaf.jdbc",
                    "leaf.segment.url",
                    "leaf.segment.databases"),
            needs("LeafRoutingAutoConfiguration", "leaf.snowflake"),
            needs("LeafSegmentAutoConfiguration", "leaf.segment"),
            needs("LeafSnowflakeAutoConfiguration", "leaf.snowflake"),
            needs("LeafWebAutoConfiguration", "leaf.web"),
            needs("check.LeafCheckAutoConfiguration", "leaf.check-only"),
            needs("data.LeafJsonAutoConfiguration", "leaf.json"),
            needs("remote.LeafRemoteAutoConfiguration", "leaf.remote"));

    private static Map.Entry<String, List<String>> needs(String name, String... keys) {
        return Map.entry("io.leafid.autoconfigure." + name, List.of(keys));
    }

    private final ConditionalOnLeaf.OnLeaf condition = new ConditionalOnLeaf.OnLeaf();

    private @Nullable LeafEnvironment environment;

    private @Nullable ConditionEvaluationReport report;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = new LeafEnvironment(environment);
    }

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        report = ConditionEvaluationReport.find(beanFactory);
    }

    @Override
    public boolean[] match(@Nullable String[] autoConfigurationClasses, AutoConfigurationMetadata metadata) {
        boolean isAnythingWritten = isWritten("leaf") || isFileForgotten();
        boolean[] matches = new boolean[autoConfigurationClasses.length];
        for (int i = 0; i < matches.length; i++) {
            String name = autoConfigurationClasses[i];
            List<String> keys = (name == null) ? null : KEYS.get(name);
            matches[i] = keys == null || (isAnythingWritten && isOneWritten(keys));
            if (!matches[i]) {
                record(Objects.requireNonNull(name), Objects.requireNonNull(keys));
            }
        }
        return matches;
    }

    /** A file of settings for Leaf that gives none is reported at the end of the start. */
    private boolean isFileForgotten() {
        return environment != null && environment.missingFile() != null;
    }

    private boolean isOneWritten(List<String> keys) {
        for (String key : keys) {
            if (key.equals("leaf") || isWritten(key)) {
                return true;
            }
        }
        return false;
    }

    private boolean isWritten(String key) {
        return environment == null || environment.mayBeSet(key);
    }

    /** Tells those who look for the reason what the condition on the class would have told. */
    private void record(String name, List<String> keys) {
        if (report != null) {
            ConditionMessage message = ConditionMessage.forCondition(ConditionalOnLeaf.class)
                    .because("nothing is set below " + String.join(", ", keys));
            report.recordConditionEvaluation(name, condition, ConditionOutcome.noMatch(message));
        }
    }
}
