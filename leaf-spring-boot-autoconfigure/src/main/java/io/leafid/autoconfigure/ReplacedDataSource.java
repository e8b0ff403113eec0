package io.leafid.autoconfigure;

import io.leafid.autoconfigure.LeafJdbcAutoConfiguration.UnconfiguredDataSourceRemover;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * The application's DataSource where a test of a slice has Boot replace it by an embedded database. Boot replaces the only DataSource
 * or the primary one, so that one of Leaf's own beside it would keep the application's in place. Stateless.
 */
final class ReplacedDataSource {

    /** The bean that replaces any DataSource. */
    private static final String ANY = "embeddedDataSourceBeanFactoryPostProcessor";

    /** The bean that replaces a DataSource unless the test has brought its database. */
    private static final String NOT_BROUGHT = "nonTestEmbeddedDataSourceBeanFactoryPostProcessor";

    private static final String URL = "spring.datasource.url";

    private static final String BROUGHT_VALUES = "org.springframework.test.context.support.DynamicValuesPropertySource";

    private ReplacedDataSource() {}

    /** Returns whether Boot replaces it; makes no bean. */
    static boolean exists(ConfigurableListableBeanFactory beans, Environment environment) {
        boolean isWanted = beans.containsBeanDefinition(ANY)
                || (beans.containsBeanDefinition(NOT_BROUGHT)
                        && !UnconfiguredDataSourceRemover.isDescribed(beans)
                        && !isUrlBrought(new LeafEnvironment(environment)));
        return isWanted && isFound(beans);
    }

    /** Returns whether there is one DataSource, or a primary one. */
    private static boolean isFound(ConfigurableListableBeanFactory beans) {
        String[] names = beans.getBeanNamesForType(DataSource.class, true, false);
        for (String name : names) {
            if (names.length == 1
                    || (beans.containsBeanDefinition(name)
                            && beans.getBeanDefinition(name).isPrimary())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUrlBrought(LeafEnvironment environment) {
        String url = environment.text(URL);
        return url != null && (url.startsWith("jdbc:tc:") || isDynamic(environment.environment()));
    }

    private static boolean isDynamic(Environment environment) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(URL);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source.getConfigurationProperty(name) != null) {
                return source.getUnderlyingSource() instanceof PropertySource<?> properties
                        && properties.getClass().getName().equals(BROUGHT_VALUES);
            }
        }
        return false;
    }
}
