package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import java.util.Objects;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Auto-configuration of what is said at the end of a start. */
@AutoConfiguration(afterName = "io.leafid.autoconfigure.LeafWebAutoConfiguration")
@ConditionalOnLeaf
@Conditional(LeafStartAutoConfiguration.OnSomethingToSay.class)
public final class LeafStartAutoConfiguration {

    @Bean
    LeafStartReport leafStartReport(ApplicationContext context, LeafProperties properties) {
        return new LeafStartReport(context, properties);
    }

    /** Matches when there are ids, or settings that ask for some. Stateless. */
    static final class OnSomethingToSay extends SpringBootCondition implements ConfigurationCondition {

        @Override
        public ConfigurationPhase getConfigurationPhase() {
            return ConfigurationPhase.REGISTER_BEAN;
        }

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            LeafEnvironment environment = new LeafEnvironment(context.getEnvironment());
            ListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
            boolean isWanted = environment.asksForIds()
                    || BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, IdGenerator.class, true, false).length
                            > 0;
            return new ConditionOutcome(isWanted, isWanted ? "ids are wanted" : "no ids are wanted");
        }
    }
}
