package io.leafid.autoconfigure.databases;

import io.leafid.autoconfigure.ConnectionsLifecycle;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafEventPublisher;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.databases.DatabasesProperties.NamedDatabase;
import io.leafid.autoconfigure.jdbc.LeafSchemaInitializer;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.ComponentKeys;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentStores;
import io.leafid.segment.SegmentStores.TagStore;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.StartFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Auto-configuration of databases that have names: single tags come from one of them, or all tags from several by turns. */
@AutoConfiguration(
        after = LeafAutoConfiguration.class,
        before = LeafSegmentAutoConfiguration.class,
        afterName = "io.leafid.test.InMemoryLeafAutoConfiguration")
@ConditionalOnLeaf(IdEngine.SEGMENT)
@EnableConfigurationProperties(DatabasesProperties.class)
public final class LeafSeveralDatabasesAutoConfiguration {

    /** The databases, unless the application brings a generator or a test has stores in memory. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, JdbcSegmentStore.class, DataSourceScriptDatabaseInitializer.class})
    @ConditionalOnLeaf(map = NamedDatabase.PREFIX)
    @ConditionalOnMissingBean({SegmentStores.class, SegmentIdGenerator.class})
    @Import(DatabaseInitializationDependencyConfigurer.class)
    static class NamedDatabasesConfiguration {

        @Bean(destroyMethod = "close")
        NamedDatabases leafDatabases(
                DatabasesProperties settings,
                LeafProperties properties,
                Environment environment,
                ConfigurableListableBeanFactory beans) {
            boolean sellsRanges = properties.web().enabled()
                    && environment.getProperty("leaf.web.segments.enabled", Boolean.class, false);
            settings.tagsByDatabase().values().forEach(tags -> check(tags, properties, sellsRanges));
            return new NamedDatabases(settings, properties, beans);
        }

        private static void check(Set<String> tags, LeafProperties properties, boolean sellsRanges) {
            for (String tag : tags) {
                if (properties.modeOf(tag) == IdEngine.SNOWFLAKE || sellsRanges) {
                    String key = ComponentKeys.ofTag(tag) + ".database";
                    throw new LeafStartException(
                            key
                                    + " contradicts snowflake ids and leaf.web.segments.enabled, which come from elsewhere.",
                            "Remove %s, or the other.".formatted(key),
                            null,
                            List.of(key));
                }
            }
        }

        @Bean
        LeafSchemaInitializer leafDatabasesSchemaInitializer(NamedDatabases leafDatabases) {
            return new LeafSchemaInitializer(leafDatabases.schemas());
        }

        @Bean
        ConnectionsLifecycle leafDatabasesLifecycle(NamedDatabases leafDatabases) {
            return new ConnectionsLifecycle(leafDatabases.all());
        }

        @Bean
        @ConditionalOnLeaf(list = LeafEnvironment.DATABASES)
        @ConditionalOnMissingBean(SegmentStore.class)
        InterleavedStoreFailures leafInterleavedStoreFailures(NamedDatabases databases, DatabasesProperties settings) {
            return new InterleavedStoreFailures(
                    databases.descriptions(),
                    settings.segment().databases(),
                    settings.segment().slotCount());
        }

        @Bean
        @ConditionalOnLeaf(list = LeafEnvironment.DATABASES)
        @ConditionalOnMissingBean(SegmentStore.class)
        SegmentStore leafSegmentStore(
                NamedDatabases databases, DatabasesProperties settings, LeafEventPublisher events) {
            return databases.interleaved(settings.segment().databases(), events);
        }

        /** The usual store, if there is one, and one for each database that serves a tag. */
        @Bean
        @Nullable SegmentStores leafSegmentStores(
                NamedDatabases databases,
                ObjectProvider<SegmentStore> usual,
                ObjectProvider<StoreFailures> failures,
                DatabasesProperties settings,
                LeafEventPublisher events) {
            SegmentStore store = usual.getIfAvailable();
            if (store == null) {
                return null;
            }
            List<TagStore> named = new ArrayList<>();
            settings.tagsByDatabase().forEach((name, tags) -> {
                boolean isSlot = settings.segment().databases().contains(name); // its ids stay those of its slot
                SegmentStore own =
                        isSlot ? databases.interleaved(List.of(name), events) : databases.store(name, events);
                named.add(new TagStore(name, own, tags, databases.get(name)));
            });
            StoreFailures explained = failures.getIfAvailable();
            return new SegmentStores(store, named, (explained == null) ? StartFailures.UNEXPLAINED : explained);
        }
    }
}
