package io.leafid.autoconfigure;

import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.JdbcStoreFailures;
import io.leafid.autoconfigure.jdbc.LeafSchema;
import io.leafid.autoconfigure.jdbc.LeafSchemaInitializer;
import io.leafid.autoconfigure.jdbc.StoreFailures;
import io.leafid.autoconfigure.lifecycle.LeafLifecycle;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.TagProperties;
import io.leafid.jdbc.TableName;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentStores;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.SharedThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
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

    /** Segments in a database, unless the application brings a store of its own or is a client of an id service. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, JdbcSegmentStore.class, DataSourceScriptDatabaseInitializer.class})
    @ConditionalOnLeaf(noList = LeafEnvironment.SERVICES)
    @ConditionalOnMissingBean(SegmentStore.class)
    @Import({ChosenDatabaseConfiguration.class, DatabaseInitializationDependencyConfigurer.class})
    static class JdbcStoreConfiguration {

        @Bean
        JdbcStoreFailures leafSegmentStoreFailures(ChosenDatabase database, LeafProperties properties) {
            TableName table = new TableName(properties.segment().table());
            return new JdbcStoreFailures(database, JdbcSegmentStore.DEFAULT_TABLE, table);
        }

        @Bean
        LeafSchema leafSegmentSchema(JdbcStoreFailures failures, LeafProperties properties, ListableBeanFactory beans) {
            boolean isAlone = beans.getBeanNamesForType(SegmentStores.class, true, false).length
                    == 0; // else it may be unavailable
            return new LeafSchema(
                    properties.jdbc().initializeSchema(), properties.segment().failFast() && isAlone, failures);
        }

        @Bean
        LeafSchemaInitializer leafSegmentSchemaInitializer(LeafSchema leafSegmentSchema) {
            return new LeafSchemaInitializer(List.of(leafSegmentSchema));
        }

        @Bean
        SegmentStore leafSegmentStore(ChosenDatabase database, LeafProperties properties, LeafEventPublisher events) {
            return database.store(properties.segment(), events);
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
                ObjectProvider<SegmentStores> stores,
                LeafEventPublisher events,
                SharedThreads threads) {
            SegmentIdGenerator generator = new SegmentIdGenerator(
                    required(stores.getIfAvailable(), store.getIfAvailable(), environment),
                    properties.segment().settings(properties.tagSettings()),
                    preload(properties),
                    recentTags(properties, new LeafEnvironment(environment)),
                    events,
                    threads);
            for (Map.Entry<String, TagProperties> tag : properties.tags().entrySet()) {
                generator.limit(tag.getKey(), tag.getValue().limit());
            }
            if (!new LeafEnvironment(environment).defersScripts()) { // while the generator has to be there before them
                start(generator, failures.getIfAvailable());
            }
            return generator;
        }

        /** Fails if nothing on the class path can keep segments, or a test leaves out the client of the service that does. */
        private static SegmentStores required(
                @Nullable SegmentStores stores, @Nullable SegmentStore alone, Environment environment) {
            if (stores != null) {
                return stores;
            }
            if (alone == null) {
                throw new LeafEnvironment(environment).hasList(LeafEnvironment.SERVICES)
                        ? missingClient()
                        : missingStore();
            }
            return SegmentStores.of(alone);
        }

        private static LeafStartException missingStore() {
            return new LeafStartException(
                    "Leaf has nowhere to reserve ids: leaf.segment.enabled is true, but spring-boot-jdbc is not on the class"
                            + " path and there is no bean of type io.leafid.segment.store.SegmentStore.",
                    "Depend on io.leafid:leaf-spring-boot-starter, or on org.springframework.boot:spring-boot-jdbc, or define"
                            + " a bean of type io.leafid.segment.store.SegmentStore.",
                    null);
        }

        /** The database of a slice is not the place: its ids would be others than the service's. */
        private static LeafStartException missingClient() {
            return new LeafStartException(
                    "Leaf has nowhere to reserve ids: leaf.remote.services is set, but LeafRemoteAutoConfiguration is not part"
                            + " of this context, as in a test of a slice such as @DataJpaTest.",
                    """
                    Do one of these:

                        - Put @InMemoryLeaf of io.leafid:leaf-spring-boot-test on the test to have ids from memory.
                        - Use @SpringBootTest to ask the id service.
                        - Set leaf.remote.services to nothing in the test to reserve ids in its database.""",
                    null);
        }

        /** Tags that another engine serves would only be missed in the table. */
        private static List<String> preload(LeafProperties properties) {
            List<String> tags = new ArrayList<>();
            for (Map.Entry<String, TagProperties> tag : properties.tags().entrySet()) {
                if (tag.getValue().preload() && properties.modeOf(tag.getKey()) == IdEngine.SEGMENT) {
                    tags.add(tag.getKey());
                }
            }
            Collections.sort(tags);
            return tags;
        }

        private static @Nullable Path recentTags(LeafProperties properties, LeafEnvironment environment) {
            Path directory = properties.segment().preloadRecent() ? environment.segmentDirectory(properties) : null;
            return (directory == null) ? null : directory.resolve("segment-tags.txt");
        }

        private static void start(SegmentIdGenerator generator, @Nullable StoreFailures failures) {
            try {
                LeafLifecycle.start(generator, failures);
            } catch (RuntimeException ex) {
                generator.close();
                throw ex;
            }
        }

        @Bean
        LeafLifecycle leafSegmentLifecycle(
                ApplicationContext context,
                Environment environment,
                ObjectProvider<SegmentIdGenerator> generator,
                ObjectProvider<StoreFailures> failures) {
            boolean startsLate = new LeafEnvironment(environment).defersScripts();
            return new LeafLifecycle(context, "segmentIdGenerator", generator, startsLate, failures::getIfAvailable);
        }
    }
}
