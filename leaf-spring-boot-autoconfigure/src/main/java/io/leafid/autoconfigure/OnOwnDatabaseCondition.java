package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.LeafEnvironment;
import java.util.Arrays;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches when Leaf has a database of its own, by {@code leaf.jdbc.url} or its old name, and the application has marked
 * none. Stateless.
 *
 * <p>Boot's {@code @ConditionalOnMissingBean} overlooks beans that are no default candidates, which a marked one may be.
 */
final class OnOwnDatabaseCondition extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Leaf's own database");
        if (new LeafEnvironment(context.getEnvironment()).jdbcUrl() == null) {
            return ConditionOutcome.noMatch(message.because("leaf.jdbc.url is not set"));
        }
        return hasMarked(context.getBeanFactory())
                ? ConditionOutcome.noMatch(message.because("the application has a DataSource with @LeafDataSource"))
                : ConditionOutcome.match(message.because("leaf.jdbc.url is set"));
    }

    private static boolean hasMarked(@Nullable ListableBeanFactory beans) {
        return beans != null
                && Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                        .anyMatch(name -> beans.findAnnotationOnBean(name, LeafDataSource.class, false) != null);
    }
}
