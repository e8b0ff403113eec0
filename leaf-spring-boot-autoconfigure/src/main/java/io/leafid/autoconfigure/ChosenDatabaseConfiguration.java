package io.leafid.autoconfigure;

import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.ConnectionChoice;
import io.leafid.autoconfigure.jdbc.Target;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.time.TimeSource;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Chooses the database; imported where one is needed. */
@Configuration(proxyBeanMethods = false)
class ChosenDatabaseConfiguration {

    static final String OWN_DATA_SOURCE = "leafDataSource";

    @Bean(name = OWN_DATA_SOURCE, defaultCandidate = false)
    @LeafDataSource
    @Conditional(OnOwnDatabase.class)
    DataSource leafDataSource(LeafProperties properties, ResourceLoader resourceLoader) {
        return Target.of(properties.jdbc())
                .dataSource(properties.segment().loadTimeout(), resourceLoader.getClassLoader());
    }

    @Bean(destroyMethod = "close")
    ChosenDatabase leafDatabase(
            @LeafDataSource ObjectProvider<DataSource> ownDataSource,
            ObjectProvider<DataSource> dataSource,
            Environment environment,
            LeafProperties properties,
            ConfigurableListableBeanFactory beans) {
        ChosenDatabase database = ChosenDatabase.choose(
                ownDataSource,
                isOfUrl(beans),
                dataSource,
                new LeafEnvironment(environment),
                new ConnectionChoice(
                        properties.jdbc().connection(), properties.segment().loadTimeout(), beans));
        if (properties.segment().failFast()) {
            database.awaitConnection(properties.segment().loadTimeout().multipliedBy(2), TimeSource.system());
        }
        return database;
    }

    /**
     * Returns whether the marked DataSource is the one that is made here; makes no bean. Its name tells nothing, since the application may
     * call its own the same.
     */
    private static boolean isOfUrl(ConfigurableListableBeanFactory beans) {
        Conditional condition = beans.containsBean(OWN_DATA_SOURCE)
                ? beans.findAnnotationOnBean(OWN_DATA_SOURCE, Conditional.class, false)
                : null;
        return condition != null && List.of(condition.value()).contains(OnOwnDatabase.class);
    }

    @Bean
    ConnectionsLifecycle leafConnectionsLifecycle(ChosenDatabase database) {
        return new ConnectionsLifecycle(List.of(database));
    }

    /**
     * Matches when Leaf has a database of its own, by {@code leaf.jdbc.url} or its old name. The application has marked none then,
     * and a test replaces none. Stateless.
     */
    static class OnOwnDatabase extends SpringBootCondition implements ConfigurationCondition {

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
            ConfigurableListableBeanFactory beans = context.getBeanFactory();
            if (beans != null && ReplacedDataSource.exists(beans, context.getEnvironment())) {
                return ConditionOutcome.noMatch(message.because("the test has an embedded database"));
            }
            return MarkedBeans.exist(context.getBeanFactory(), DataSource.class, LeafDataSource.class)
                    ? ConditionOutcome.noMatch(message.because("the application has a DataSource with @LeafDataSource"))
                    : ConditionOutcome.match(message.because("leaf.jdbc.url is set"));
        }
    }
}
