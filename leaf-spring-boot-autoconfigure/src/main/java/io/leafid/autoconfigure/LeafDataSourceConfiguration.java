package io.leafid.autoconfigure;

import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** Chooses the database; imported where one is needed. */
@Configuration(proxyBeanMethods = false)
class LeafDataSourceConfiguration {

    @Bean(defaultCandidate = false)
    @LeafDataSource
    @Conditional(OnOwnDatabaseCondition.class)
    DataSource leafDataSource(LeafProperties properties, ResourceLoader resourceLoader) {
        return LeafDataSources.create(
                properties.jdbc(), properties.segment().loadTimeout(), resourceLoader.getClassLoader());
    }

    @Bean
    LeafDatabase leafDatabase(
            @LeafDataSource ObjectProvider<DataSource> ownDataSource,
            ObjectProvider<DataSource> dataSource,
            Environment environment) {
        return LeafDatabase.choose(ownDataSource, dataSource, new LeafEnvironment(environment));
    }
}
