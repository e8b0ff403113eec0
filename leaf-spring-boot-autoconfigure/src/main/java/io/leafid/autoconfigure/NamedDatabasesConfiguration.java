package io.leafid.autoconfigure;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.jdbc.LeafSchemaInitializer;
import io.leafid.autoconfigure.jdbc.NamedDatabases;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.segment.SegmentStores.TagStore;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.time.SharedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The databases that have names, from which single tags come; imported where a generator is made. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({DataSource.class, JdbcSegmentStore.class, DataSourceScriptDatabaseInitializer.class})
@Conditional(NamedDatabasesConfiguration.OnDatabases.class)
@Import(DatabaseInitializationDependencyConfigurer.class)
class NamedDatabasesConfiguration {

    private static final String EVENTS = "leafEventPublisher";

    @Bean(destroyMethod = "close")
    NamedDatabases leafDatabases(LeafProperties properties, ConfigurableListableBeanFactory beans) {
        return new NamedDatabases(properties, beans);
    }

    @Bean
    LeafSchemaInitializer leafDatabasesSchemaInitializer(NamedDatabases leafDatabases) {
        return new LeafSchemaInitializer(leafDatabases.schemas());
    }

    @Bean
    DatabasesLifecycle leafDatabasesLifecycle(NamedDatabases leafDatabases) {
        return new DatabasesLifecycle(leafDatabases);
    }

    @Bean
    TagStores leafTagStores(
            NamedDatabases leafDatabases,
            LeafProperties properties,
            @Qualifier(EVENTS) Consumer<LeafEvent> events,
            SharedThreads threads) {
        return TagStores.of(leafDatabases, properties, events, threads);
    }

    /**
     * The stores of single tags. Immutable.
     *
     * @param stores one for each database that serves a tag
     */
    record TagStores(List<TagStore> stores) {

        static TagStores of(
                NamedDatabases databases,
                LeafProperties properties,
                Consumer<LeafEvent> events,
                SharedThreads threads) {
            List<TagStore> stores = new ArrayList<>();
            properties.tagsByDatabase().forEach((name, tags) -> {
                boolean isSlot = properties.segment().databases().contains(name); // its ids stay those of its slot
                SegmentStore store =
                        isSlot ? databases.interleaved(List.of(name), events, threads) : databases.store(name, events);
                stores.add(new TagStore(name, store, tags, databases.get(name)));
            });
            return new TagStores(List.copyOf(stores));
        }
    }

    /** Closes Leaf's connections to them when the context stops, as those of the usual database are closed. Thread-safe. */
    static final class DatabasesLifecycle extends ContextLifecycle {

        private final NamedDatabases databases;

        DatabasesLifecycle(NamedDatabases databases) {
            super(CONNECTIONS);
            this.databases = databases;
        }

        @Override
        void end() {
            databases.release();
        }
    }

    private static ConditionOutcome outcome(ConditionContext context, boolean wanted) {
        boolean isSet = new LeafEnvironment(context.getEnvironment()).isInterleaved();
        return new ConditionOutcome(isSet == wanted, "leaf.segment.databases is " + (isSet ? "set" : "not set"));
    }

    /** Matches when databases that have names grant the ids of all tags. Stateless. */
    static final class OnInterleaved extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return outcome(context, true);
        }
    }

    /** Matches when one database grants the ids of all tags that name none. Stateless. */
    static final class OnOneDatabase extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return outcome(context, false);
        }
    }

    /** Matches when a database has a name. Stateless. */
    static final class OnDatabases extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            ConditionMessage.Builder message = ConditionMessage.forCondition("Databases of Leaf");
            return new LeafEnvironment(context.getEnvironment()).hasDatabases()
                    ? ConditionOutcome.match(message.because("leaf.databases is set"))
                    : ConditionOutcome.noMatch(message.because("leaf.databases is not set"));
        }
    }
}
