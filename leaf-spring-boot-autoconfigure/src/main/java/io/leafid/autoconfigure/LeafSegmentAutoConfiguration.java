package io.leafid.autoconfigure;

import io.leafid.autoconfigure.LeafDatabasesConfiguration.TagStores;
import io.leafid.autoconfigure.jdbc.InterleavedStoreFailures;
import io.leafid.autoconfigure.jdbc.JdbcStoreFailures;
import io.leafid.autoconfigure.jdbc.LeafDatabase;
import io.leafid.autoconfigure.jdbc.LeafDatabases;
import io.leafid.autoconfigure.jdbc.LeafSchema;
import io.leafid.autoconfigure.jdbc.LeafSchemaInitializer;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.SharedThreads;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Auto-configuration of segment ids: ranges that are allocated per tag and served from memory. */
@AutoConfiguration(
        after = LeafAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.JndiDataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration"
        })
@ConditionalOnLeaf(IdEngine.SEGMENT)
public final class LeafSegmentAutoConfiguration {

    /** Segments in a database, unless the application brings a store of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, JdbcSegmentStore.class, DataSourceScriptDatabaseInitializer.class})
    @Conditional(LeafDatabasesConfiguration.OnOneDatabase.class)
    @ConditionalOnMissingBean(SegmentStore.class)
    @Import({LeafDataSourceConfiguration.class, DatabaseInitializationDependencyConfigurer.class})
    static class JdbcStoreConfiguration {

        @Bean
        JdbcStoreFailures leafSegmentStoreFailures(LeafDatabase database, LeafProperties properties) {
            TableName table = new TableName(properties.segment().table());
            return new JdbcStoreFailures(database, JdbcSegmentStore.DEFAULT_TABLE, table);
        }

        @Bean
        LeafSchema leafSegmentSchema(JdbcStoreFailures failures, LeafProperties properties) {
            return new LeafSchema(
                    properties.jdbc().initializeSchema(),
                    properties.segment().failFast()
                            && properties.tagsByDatabase().isEmpty(), // one of several may be unavailable
                    failures);
        }

        @Bean
        LeafSchemaInitializer leafSegmentSchemaInitializer(LeafSchema leafSegmentSchema) {
            return new LeafSchemaInitializer(leafSegmentSchema);
        }

        @Bean
        @DependsOnDatabaseInitialization
        @ConditionalOnBooleanProperty(
                name = DeferredInitialization.PROPERTY,
                havingValue = false,
                matchIfMissing = true)
        SegmentStore leafSegmentStore(
                LeafDatabase database,
                LeafSchema leafSegmentSchema,
                LeafProperties properties,
                LeafEventPublisher events) {
            return LeafDatabases.store(database, leafSegmentSchema::retryIfFailed, properties.segment(), events);
        }

        /** Waits for no script, since scripts wait for the entities, which may have their ids from here. */
        @Bean("leafSegmentStore")
        @ConditionalOnBooleanProperty(DeferredInitialization.PROPERTY)
        SegmentStore leafSegmentStoreBeforeScripts(
                LeafDatabase database,
                LeafSchema leafSegmentSchema,
                LeafProperties properties,
                LeafEventPublisher events) {
            return LeafDatabases.store(database, leafSegmentSchema::retryIfFailed, properties.segment(), events);
        }
    }

    /** Interleaved segments from several databases, unless the application brings a store of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, JdbcSegmentStore.class, DataSourceScriptDatabaseInitializer.class})
    @Conditional(LeafDatabasesConfiguration.OnInterleaved.class)
    @ConditionalOnMissingBean(SegmentStore.class)
    @Import(LeafDatabasesConfiguration.class)
    static class InterleavedStoreConfiguration {

        @Bean
        InterleavedStoreFailures leafSegmentStoreFailures(LeafDatabases databases, LeafProperties properties) {
            return new InterleavedStoreFailures(
                    databases.descriptions(),
                    properties.segment().databases(),
                    properties.segment().slotCount());
        }

        @Bean
        @DependsOnDatabaseInitialization
        @ConditionalOnBooleanProperty(
                name = DeferredInitialization.PROPERTY,
                havingValue = false,
                matchIfMissing = true)
        SegmentStore leafSegmentStore(
                LeafDatabases databases, LeafProperties properties, LeafEventPublisher events, SharedThreads threads) {
            return databases.interleaved(properties.segment().databases(), events, threads);
        }

        /** Waits for no script, as the store of one database does not either. */
        @Bean("leafSegmentStore")
        @ConditionalOnBooleanProperty(DeferredInitialization.PROPERTY)
        SegmentStore leafSegmentStoreBeforeScripts(
                LeafDatabases databases, LeafProperties properties, LeafEventPublisher events, SharedThreads threads) {
            return databases.interleaved(properties.segment().databases(), events, threads);
        }
    }

    /** The generator and its end, unless the application brings one of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(SegmentIdGenerator.class)
    @Import(LeafDatabasesConfiguration.class)
    static class GeneratorConfiguration {

        /** A fallback, so that an {@code IdGenerator} of the application is injected rather than this one. */
        @Bean(destroyMethod = "close")
        @Fallback
        SegmentIdGenerator segmentIdGenerator(
                LeafProperties properties,
                Environment environment,
                ObjectProvider<SegmentStore> store,
                ObjectProvider<StoreFailures> failures,
                ObjectProvider<TagStores> tagStores,
                LeafEventPublisher events,
                SharedThreads threads) {
            SegmentStore usual = store.getIfAvailable(() -> {
                throw SegmentIdGeneratorFactory.missingLibrary();
            });
            SegmentIdGenerator generator = SegmentIdGeneratorFactory.create(
                    properties,
                    new LeafEnvironment(environment),
                    SegmentIdGeneratorFactory.stores(
                            usual,
                            tagStores.getIfAvailable(() -> TagStores.NONE).stores(),
                            failures),
                    events,
                    threads);
            if (!DeferredInitialization.isOn(environment)) {
                SegmentIdGeneratorFactory.start(generator, failures.getIfAvailable(() -> failure -> failure));
            }
            return generator;
        }

        /** Starts it after all scripts, where it had to be there before them. */
        @Bean
        @ConditionalOnBooleanProperty(DeferredInitialization.PROPERTY)
        SmartInitializingSingleton leafSegmentStart(
                ObjectProvider<SegmentIdGenerator> generator, ObjectProvider<StoreFailures> failures) {
            return () -> generator.ifAvailable(
                    each -> SegmentIdGeneratorFactory.start(each, failures.getIfAvailable(() -> failure -> failure)));
        }

        /** Asks for the generator, which a test may have replaced by a mock of another type. */
        @Bean
        LeafLifecycle leafSegmentLifecycle(ApplicationContext context, ObjectProvider<SegmentIdGenerator> generator) {
            return new LeafLifecycle(
                    context,
                    () -> generator.ifAvailable(SegmentIdGenerator::start),
                    () -> generator.ifAvailable(SegmentIdGenerator::stop),
                    () -> generator.ifAvailable(SegmentIdGenerator::close));
        }
    }
}
