package io.leafid.autoconfigure;

import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentStore;
import io.leafid.segment.jdbc.FailoverPolicy;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.time.TimeSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** Auto-configuration of segment ids: ranges that are bought per tag and served from memory. */
@AutoConfiguration(
        after = LeafAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.JndiDataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration"
        })
@ConditionalOnLeaf(LeafMode.SEGMENT)
public final class LeafSegmentAutoConfiguration {

    /** Segments in a database, unless the application brings a store of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, JdbcTemplate.class, DataSourceScriptDatabaseInitializer.class})
    @ConditionalOnMissingBean(SegmentStore.class)
    @Import({LeafDataSourceConfiguration.class, DatabaseInitializationDependencyConfigurer.class})
    static class JdbcStoreConfiguration {

        @Bean
        JdbcStoreFailures leafSegmentStoreFailures(LeafDatabase database, LeafProperties properties) {
            TableName table = new TableName(properties.segment().table());
            return new JdbcStoreFailures(database, JdbcSegmentStore.DEFAULT_TABLE, table);
        }

        @Bean
        LeafSchemaInitializer leafSegmentSchemaInitializer(JdbcStoreFailures failures, LeafProperties properties) {
            return new LeafSchemaInitializer(
                    properties.jdbc().initializeSchema(), properties.segment().failFast(), failures);
        }

        @Bean
        @DependsOnDatabaseInitialization
        SegmentStore leafSegmentStore(
                LeafDatabase database,
                LeafSchemaInitializer leafSegmentSchemaInitializer,
                LeafProperties properties,
                LeafEventPublisher events) {
            SegmentProperties segment = properties.segment();
            FailoverPolicy failover = new FailoverPolicy(segment.skippedAfterFailover(), events, TimeSource.system());
            return new DeferredSegmentStore(() -> {
                leafSegmentSchemaInitializer.retryIfFailed();
                return new JdbcSegmentStore(
                        database.dataSource(), database.dialect(), segment.table(), segment.loadTimeout(), failover);
            });
        }
    }

    /** The generator and its end, unless the application brings one of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(SegmentIdGenerator.class)
    static class GeneratorConfiguration {

        /** A fallback, so that an {@code IdGenerator} of the application is injected rather than this one. */
        @Bean(destroyMethod = "close")
        @Fallback
        SegmentIdGenerator segmentIdGenerator(
                LeafProperties properties,
                Environment environment,
                ObjectProvider<SegmentStore> store,
                ObjectProvider<StoreFailures> failures,
                LeafEventPublisher events) {
            return SegmentGenerators.start(
                    properties,
                    new LeafEnvironment(environment),
                    store.getIfAvailable(MissingStore::fail),
                    failures.getIfAvailable(() -> failure -> failure),
                    events);
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
