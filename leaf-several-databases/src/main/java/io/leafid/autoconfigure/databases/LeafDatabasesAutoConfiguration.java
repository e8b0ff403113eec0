package io.leafid.autoconfigure;

import io.leafid.autoconfigure.ChosenDatabaseConfiguration.ConnectionsLifecycle;
import io.leafid.autoconfigure.jdbc.LeafSchemaInitializer;
import io.leafid.autoconfigure.jdbc.NamedDatabases;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.segment.SegmentStores;
import io.leafid.segment.SegmentStores.TagStore;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.StartFailures;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The databases that have names, from which single tags come; imported where a generator is made. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({DataSource.class, JdbcSegmentStore.class, DataSourceScriptDatabaseInitializer.class})
@ConditionalOnLeaf(map = NamedDatabase.PREFIX)
@Import(DatabaseInitializationDependencyConfigurer.class)
class NamedDatabasesConfiguration {

    @Bean(destroyMethod = "close")
    NamedDatabases leafDatabases(LeafProperties properties, ConfigurableListableBeanFactory beans) {
        return new NamedDatabases(properties, beans);
    }

    @Bean
    LeafSchemaInitializer leafDatabasesSchemaInitializer(NamedDatabases leafDatabases) {
        return new LeafSchemaInitializer(leafDatabases.schemas());
    }

    @Bean
    ConnectionsLifecycle leafDatabasesLifecycle(NamedDatabases leafDatabases) {
        return new ConnectionsLifecycle(leafDatabases.all());
    }

    /** The usual store, if there is one, and one for each database that serves a tag. */
    @Bean
    @Nullable SegmentStores leafSegmentStores(
            NamedDatabases databases,
            ObjectProvider<SegmentStore> usual,
            ObjectProvider<StoreFailures> failures,
            LeafProperties properties,
            LeafEventPublisher events) {
        SegmentStore store = usual.getIfAvailable();
        if (store == null) {
            return null;
        }
        List<TagStore> named = new ArrayList<>();
        properties.tagsByDatabase().forEach((name, tags) -> {
            boolean isSlot = properties.segment().databases().contains(name); // its ids stay those of its slot
            SegmentStore own = isSlot ? databases.interleaved(List.of(name), events) : databases.store(name, events);
            named.add(new TagStore(name, own, tags, databases.get(name)));
        });
        StoreFailures explained = failures.getIfAvailable();
        return new SegmentStores(store, named, (explained == null) ? StartFailures.UNEXPLAINED : explained);
    }
}
