package io.leafid.autoconfigure;

import io.leafid.autoconfigure.jdbc.ConnectionChoice;
import io.leafid.autoconfigure.jdbc.LeafDataSources;
import io.leafid.autoconfigure.jdbc.LeafDatabase;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.time.TimeSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** Chooses the database; imported where one is needed. */
@Configuration(proxyBeanMethods = false)
class LeafDataSourceConfiguration {

    static final String OWN_DATA_SOURCE = "leafDataSource";

    @Bean(name = OWN_DATA_SOURCE, defaultCandidate = false)
    @LeafDataSource
    @Conditional(OnOwnDatabaseCondition.class)
    DataSource leafDataSource(LeafProperties properties, ResourceLoader resourceLoader) {
        return LeafDataSources.create(
                properties.jdbc(), properties.segment().loadTimeout(), resourceLoader.getClassLoader());
    }

    @Bean(destroyMethod = "close")
    LeafDatabase leafDatabase(
            @LeafDataSource ObjectProvider<DataSource> ownDataSource,
            ObjectProvider<DataSource> dataSource,
            Environment environment,
            LeafProperties properties,
            ConfigurableListableBeanFactory beans) {
        LeafDatabase database = LeafDatabase.choose(
                ownDataSource,
                dataSource,
                new LeafEnvironment(environment),
                new ConnectionChoice(properties.jdbc().connection(), properties.segment(), beans));
        if (properties.segment().failFast()) {
            database.awaitConnection(properties.segment().loadTimeout().multipliedBy(2), TimeSource.system());
        }
        return database;
    }

    @Bean
    LeafConnectionsLifecycle leafConnectionsLifecycle(LeafDatabase database) {
        return new LeafConnectionsLifecycle(database.dataSource());
    }
}
