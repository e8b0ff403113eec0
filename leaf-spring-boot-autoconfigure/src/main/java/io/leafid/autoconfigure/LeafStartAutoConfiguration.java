package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/** Auto-configuration of what is said at the end of a start. */
@AutoConfiguration(after = LeafWebAutoConfiguration.class)
@ConditionalOnLeaf
@Conditional(LeafStartAutoConfiguration.OnSomethingToSay.class)
public final class LeafStartAutoConfiguration {

    @Bean
    LeafStartReport leafStartReport(ApplicationContext context, LeafProperties properties, Environment environment) {
        return new LeafStartReport(context, properties, new LeafEnvironment(environment).nameOf(properties));
    }

    /** Matches when there are ids, or settings that ask for some. Stateless. */
    static final class OnSomethingToSay extends AnyNestedCondition {

        OnSomethingToSay() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(IdGenerator.class)
        static class Ids {}

        @ConditionalOnBooleanProperty("leaf.web.enabled")
        static class Web {}

        @ConditionalOnProperty(LeafStartReport.DATABASE)
        static class Database {}

        @ConditionalOnProperty(LeafStartReport.ZOOKEEPER)
        static class ZooKeeper {}
    }
}
