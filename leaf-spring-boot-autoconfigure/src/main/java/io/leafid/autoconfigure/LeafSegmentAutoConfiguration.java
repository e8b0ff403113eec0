package io.leafid.autoconfigure;

import io.leafid.autoconfigure.columns.LeafColumnsConfiguration;
import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.InterleavedStoreFailures;
import io.leafid.autoconfigure.jdbc.JdbcStoreFailures;
import io.leafid.autoconfigure.jdbc.LeafSchema;
import io.leafid.autoconfigure.jdbc.LeafSchemaInitializer;
import io.leafid.autoconfigure.jdbc.NamedDatabases;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentStores;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.NumberedColumns;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.SharedThreads;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
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
    @ConditionalOnLeaf(noList = LeafEnvironment.DATABASES)
    @ConditionalOnMissingBean(SegmentStore.class)
    @Import({ChosenDatabaseConfiguration.class, DatabaseInitializationDependencyConfigurer.class})
    static class JdbcStoreConfiguration {

        @Bean
        JdbcStoreFailures leafSegmentStoreFailures(ChosenDatabase database, LeafProperties properties) {
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
        SegmentStore leafSegmentStore(
                ChosenDatabase database,
                LeafSchema leafSegmentSchema,
                LeafProperties properties,
                LeafEventPublisher events) {
            return database.store(leafSegmentSchema::retryIfFailed, properties.segment(), events);
        }
    }

    /** Interleaved segments from several databases, unless the application brings a store of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, JdbcSegmentStore.class, DataSourceScriptDatabaseInitializer.class})
    @ConditionalOnLeaf(list = LeafEnvironment.DATABASES)
    @ConditionalOnMissingBean(SegmentStore.class)
    @Import(NamedDatabasesConfiguration.class)
    static class InterleavedStoreConfiguration {

        @Bean
        InterleavedStoreFailures leafSegmentStoreFailures(NamedDatabases databases, LeafProperties properties) {
            return new InterleavedStoreFailures(
                    databases.descriptions(),
                    properties.segment().databases(),
                    properties.segment().slotCount());
        }

        @Bean
        SegmentStore leafSegmentStore(
                NamedDatabases databases, LeafProperties properties, LeafEventPublisher events, SharedThreads threads) {
            return databases.interleaved(properties.segment().databases(), events, threads);
        }
    }

    /** The generator and its end, unless the application brings one of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(SegmentIdGenerator.class)
    static class GeneratorConfiguration {

        /** Databases that have names; a class of its own, since what is imported is loaded. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnLeaf(map = NamedDatabase.PREFIX)
        @Import(NamedDatabasesConfiguration.class)
        static class OnNamedDatabases {}

        /** Columns that tags number. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnLeaf(columns = true)
        @Import(LeafColumnsConfiguration.class)
        static class OnColumns {}

        /** A fallback, so that an {@code IdGenerator} of the application is injected rather than this one. */
        @Bean(destroyMethod = "close")
        @Fallback
        SegmentIdGenerator segmentIdGenerator(
                LeafProperties properties,
                Environment environment,
                ObjectProvider<SegmentStore> store,
                ObjectProvider<StoreFailures> failures,
                ObjectProvider<SegmentStores> stores,
                ObjectProvider<NumberedColumns> columns,
                LeafEventPublisher events,
                SharedThreads threads) {
            SegmentStores usual = stores.getIfAvailable();
            if (usual == null) {
                SegmentStore alone = store.getIfAvailable();
                if (alone == null) {
                    throw SegmentIdGeneratorFactory.missingLibrary();
                }
                usual = SegmentStores.of(alone);
            }
            SegmentIdGenerator generator = SegmentIdGeneratorFactory.create(
                    properties,
                    new LeafEnvironment(environment),
                    usual,
                    columns.getIfAvailable(() -> NumberedColumns.NONE),
                    events,
                    threads);
            if (!DeferredInitialization.isOn(environment) && !properties.data().aboveKeys()) {
                SegmentIdGeneratorFactory.start(generator, failures.getIfAvailable());
            }
            return generator;
        }

        /** Starts it after all scripts, where it had to be there before them. */
        @Bean
        @ConditionalOnBooleanProperty(DeferredInitialization.PROPERTY)
        SmartInitializingSingleton leafSegmentStart(
                ObjectProvider<SegmentIdGenerator> generator, ObjectProvider<StoreFailures> failures) {
            return () ->
                    generator.ifAvailable(each -> SegmentIdGeneratorFactory.start(each, failures.getIfAvailable()));
        }

        /** Asks for the generator, which a test may have replaced by a mock of another type. */
        @Bean
        LeafLifecycle leafSegmentLifecycle(
                ApplicationContext context,
                LeafProperties properties,
                ObjectProvider<SegmentIdGenerator> generator,
                ObjectProvider<StoreFailures> failures) {
            boolean startsLate = properties.data().aboveKeys(); // the keys come first
            return new SegmentLifecycle(context, generator, startsLate ? failures : null);
        }
    }

    /** The life of the generator. Thread-safe. */
    private static final class SegmentLifecycle extends LeafLifecycle {

        private final ObjectProvider<SegmentIdGenerator> generator;
        private final @Nullable ObjectProvider<StoreFailures> failuresOfStart;

        SegmentLifecycle(
                ApplicationContext context,
                ObjectProvider<SegmentIdGenerator> generator,
                @Nullable ObjectProvider<StoreFailures> failuresOfStart) {
            super(context);
            this.generator = generator;
            this.failuresOfStart = failuresOfStart;
        }

        @Override
        void resume() {
            ObjectProvider<StoreFailures> failures = failuresOfStart;
            if (failures == null) {
                generator.ifAvailable(SegmentIdGenerator::start);
            } else {
                generator.ifAvailable(each -> SegmentIdGeneratorFactory.start(each, failures.getIfAvailable()));
            }
        }

        @Override
        void pause() {
            generator.ifAvailable(SegmentIdGenerator::stop);
        }

        @Override
        void close() {
            generator.ifAvailable(SegmentIdGenerator::close);
        }
    }
}
