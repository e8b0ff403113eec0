package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Auto-configuration that lets an application start whose only database is Leaf's own, or that has none. Right behind Boot's DataSource
 * and before whatever builds on that.
 */
@AutoConfiguration(
        afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        beforeName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration"
        })
@AutoConfigureOrder(Ordered.HIGHEST_PRECEDENCE)
@ConditionalOnLeaf
@ConditionalOnClass(DataSourceBuilder.class)
@Conditional(LeafJdbcAutoConfiguration.OnNoNeed.class)
@Import(LeafJdbcAutoConfiguration.UnconfiguredDataSourceRemover.class)
public final class LeafJdbcAutoConfiguration {

    /** Matches when an engine is on and Leaf needs no database, or has one or several of its own. Stateless. */
    static final class OnNoNeed extends ChosenDatabaseConfiguration.OnOwnDatabase {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            LeafEnvironment environment = new LeafEnvironment(context.getEnvironment());
            if (environment.usesAny() && !environment.needsDatabase()) {
                return ConditionOutcome.match("no engine of Leaf needs a database");
            }
            return environment.hasList(LeafEnvironment.DATABASES)
                    ? ConditionOutcome.match("leaf.segment.databases is set")
                    : super.getMatchOutcome(context, metadata);
        }
    }

    /**
     * Takes back the DataSource that Boot adds as soon as there is a connection pool, when nothing says what to connect it to
     * and Leaf does not need it. Boot could only fail to make it: a pool that is on the class path for another reason
     * would keep the application from starting. Stateless.
     */
    record UnconfiguredDataSourceRemover(Environment environment, ResourceLoader resourceLoader)
            implements ImportBeanDefinitionRegistrar {

        private static final Logger logger = LoggerFactory.getLogger(UnconfiguredDataSourceRemover.class);

        private static final String DATA_SOURCE = "dataSource";

        private static final String BOOT = "org.springframework.boot.jdbc.autoconfigure.DataSource";

        /**
         * The beans of Boot that need the DataSource: one closes it for a checkpoint of the process, where org.crac is on the class path, the
         * others export a pool with JMX.
         */
        private static final List<String> DEPENDENTS =
                List.of("hikariCheckpointRestoreLifecycle", BOOT + "JmxConfiguration$Hikari", "dataSourceMBean");

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importer, BeanDefinitionRegistry registry) {
            if (registry instanceof ConfigurableListableBeanFactory beans
                    && isFromBoot(beans, DATA_SOURCE)
                    && nothingSaysWhatToConnectTo(beans)) {
                registry.removeBeanDefinition(DATA_SOURCE);
                for (String name : DEPENDENTS) {
                    if (isFromBoot(beans, name)) {
                        registry.removeBeanDefinition(name);
                    }
                }
                logger.info("spring.datasource.url is not set, and Leaf does not need the application's database: the"
                        + " application has no DataSource");
            }
        }

        private boolean nothingSaysWhatToConnectTo(ConfigurableListableBeanFactory beans) {
            boolean embedded =
                    EmbeddedDatabaseConnection.get(resourceLoader.getClassLoader()) != EmbeddedDatabaseConnection.NONE;
            boolean configured =
                    new LeafEnvironment(environment).text("spring.datasource.url") != null // from any source
                            || Binder.get(environment)
                                    .bind("spring.datasource", Bindable.mapOf(String.class, Object.class))
                                    .isBound();
            return !embedded && !configured && !isDescribed(beans);
        }

        /** Returns whether a bean that is not Boot's own, as of a container, says how to connect; makes no bean. */
        static boolean isDescribed(ConfigurableListableBeanFactory beans) {
            return Arrays.stream(beans.getBeanNamesForType(JdbcConnectionDetails.class, true, false))
                    .anyMatch(name -> !isFromBoot(beans, name));
        }

        private static boolean isFromBoot(ConfigurableListableBeanFactory beans, String name) {
            return beans.containsBeanDefinition(name)
                    && Objects.requireNonNullElse(beans.getBeanDefinition(name).getFactoryBeanName(), name)
                            .startsWith(BOOT);
        }
    }
}
