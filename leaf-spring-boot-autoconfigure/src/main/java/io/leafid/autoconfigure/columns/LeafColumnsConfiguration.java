package io.leafid.autoconfigure.columns;

import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.ConnectionChoice;
import io.leafid.autoconfigure.jdbc.NamedDatabases;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.segment.jdbc.JdbcColumns;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The columns that tags number; imported where a generator is made. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({DataSource.class, JdbcColumns.class})
public final class LeafColumnsConfiguration {

    @Bean
    LeafColumns leafColumns(
            LeafProperties properties,
            Environment environment,
            ObjectProvider<ChosenDatabase> own,
            ObjectProvider<NamedDatabases> named,
            ObjectProvider<DataSource> application,
            ConfigurableListableBeanFactory beans) {
        ConnectionChoice connections =
                new ConnectionChoice(properties.jdbc().connection(), properties.segment(), beans, false);
        LeafEnvironment leaf = new LeafEnvironment(environment);
        List<ChosenDatabase> ofApplication = application
                .orderedStream()
                .distinct()
                .map(each -> ChosenDatabase.ofApplication(each, leaf, connections))
                .toList();
        return new LeafColumns(
                DatabasesOfColumns.find(properties, own.getIfAvailable(), named.getIfAvailable(), ofApplication),
                properties);
    }
}
