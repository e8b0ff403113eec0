package io.leafid.autoconfigure;

import io.leafid.autoconfigure.identity.ConditionalOnWorkerIdRegistry;
import io.leafid.autoconfigure.identity.LeaseKeeperFactory;
import io.leafid.autoconfigure.identity.SnowflakeSettingsFactory;
import io.leafid.autoconfigure.identity.WorkerIdFailures;
import io.leafid.autoconfigure.identity.WorkerIdFailures.Alone;
import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.JdbcStoreFailures;
import io.leafid.autoconfigure.jdbc.LeafSchema;
import io.leafid.autoconfigure.jdbc.LeafSchemaInitializer;
import io.leafid.autoconfigure.lifecycle.CacheFileLifecycle;
import io.leafid.autoconfigure.lifecycle.LeafLifecycle;
import io.leafid.autoconfigure.lifecycle.StandbyReadiness;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SnowflakeProperties;
import io.leafid.autoconfigure.properties.WorkerIdMode.Registry;
import io.leafid.jdbc.TableName;
import io.leafid.lease.LeaseKeeper;
import io.leafid.snowflake.LayoutEnd;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.time.SharedThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.file.LocalHolder;
import io.leafid.workerid.file.WorkerIdAssignment;
import io.leafid.workerid.jdbc.JdbcWorkerIdHolder;
import io.leafid.workerid.jdbc.RecyclingJdbcHolder;
import io.leafid.workerid.jdbc.WorkerIdTableSettings;
import io.leafid.workerid.zookeeper.FixedZooKeeperHolder;
import io.leafid.workerid.zookeeper.RecyclingZooKeeperHolder;
import io.leafid.workerid.zookeeper.ZooKeeperNamespace;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of snowflake ids: made under a leased worker id, from four kinds of registries.
 *
 * <p>What leads to the lease is made when the generator needs it, so that a test that replaces the generator takes none.
 */
@AutoConfiguration(
        after = LeafAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.JndiDataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration"
        })
@ConditionalOnLeaf(IdEngine.SNOWFLAKE)
public final class LeafSnowflakeAutoConfiguration {

    @Bean
    SnowflakeSettingsFactory leafSnowflakeSettings(LeafProperties properties, Environment environment) {
        return new SnowflakeSettingsFactory(properties, new LeafEnvironment(environment));
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    NodeIdentity leafNodeIdentity(SnowflakeSettingsFactory setup) {
        try {
            return setup.identity();
        } catch (WorkerIdException ex) {
            throw new WorkerIdFailures("", "", Alone.LOCAL, null).explain(ex);
        }
    }

    @Bean
    @ConditionalOnLeaf(flag = "leaf.snowflake.standby")
    StandbyReadiness leafStandbyReadiness(
            ApplicationContext context,
            ObjectProvider<SnowflakeIdGenerator> generator,
            ObjectProvider<ApplicationAvailability> availability) {
        return new StandbyReadiness(context, generator, availability);
    }

    /** Worker ids from ZooKeeper. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWorkerIdRegistry(Registry.ZOOKEEPER)
    @ConditionalOnMissingBean(WorkerIdHolder.class)
    static class ZooKeeperConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LeafZooKeeperConnectionDetails leafZooKeeperConnectionDetails(LeafProperties properties) {
            return properties.snowflake().zk()::requiredAddress;
        }

        /** None that the application would find by type, and none at all if it shares its own. */
        @Bean(defaultCandidate = false, destroyMethod = "close")
        @Lazy
        @LeafZooKeeper
        @Conditional(OnOwnZooKeeper.class)
        CuratorFramework leafCuratorFramework(LeafZooKeeperConnectionDetails details, LeafProperties properties) {
            SnowflakeProperties.Zk zk = properties.snowflake().zk();
            return new ZooKeeperSettings(
                            details.connectString(), zk.sessionTimeout(), zk.connectionTimeout(), zk.digest())
                    .open();
        }

        @Bean(destroyMethod = "")
        @Lazy
        WorkerIdHolder leafWorkerIdHolder(
                @LeafZooKeeper CuratorFramework client, SnowflakeSettingsFactory setup, NodeIdentity identity) {
            SnowflakeProperties snowflake = setup.properties().snowflake();
            ZooKeeperNamespace namespace = new ZooKeeperNamespace(snowflake.zk().root(), setup.requiredName());
            return snowflake.mode().isFixed()
                    ? new FixedZooKeeperHolder(client, namespace, identity, TimeSource.system())
                    : new RecyclingZooKeeperHolder(client, namespace, identity, TimeSource.system());
        }

        @Bean
        WorkerIdFailures leafWorkerIdFailures(LeafProperties properties) {
            SnowflakeProperties snowflake = properties.snowflake();
            String address = snowflake.zk().address();
            String registry = (address == null) ? "ZooKeeper" : "ZooKeeper at " + address;
            Alone alone = Alone.of(snowflake.mode().isFixed(), snowflake);
            return new WorkerIdFailures(registry, "leaf.snowflake.zk.address", alone, null);
        }
    }

    /** Worker ids from a table. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWorkerIdRegistry(Registry.DATABASE)
    @ConditionalOnMissingBean(WorkerIdHolder.class)
    @Import({ChosenDatabaseConfiguration.class, DatabaseInitializationDependencyConfigurer.class})
    static class JdbcConfiguration {

        @Bean
        LeafSchema leafWorkerIdSchema(ChosenDatabase database, LeafProperties properties) {
            return new LeafSchema(properties.jdbc().initializeSchema(), false, failures(database, properties));
        }

        @Bean
        LeafSchemaInitializer leafWorkerIdSchemaInitializer(LeafSchema leafWorkerIdSchema) {
            return new LeafSchemaInitializer(List.of(leafWorkerIdSchema));
        }

        /** Waits for no script where scripts wait for the entities, which may have their ids from here. */
        @Bean(destroyMethod = "")
        @Lazy
        WorkerIdHolder leafWorkerIdHolder(
                ChosenDatabase database,
                SnowflakeSettingsFactory setup,
                NodeIdentity identity,
                LeafSchema leafWorkerIdSchema) {
            if (setup.environment().defersScripts()) {
                leafWorkerIdSchema.create();
            }
            SnowflakeProperties snowflake = setup.properties().snowflake();
            WorkerIdTableSettings table = new WorkerIdTableSettings(
                    new TableName(snowflake.mysql().table()),
                    setup.properties().segment().loadTimeout(),
                    snowflake.reportInterval().multipliedBy(3),
                    database.description());
            DataSource source = database.dataSource();
            return snowflake.mode().isFixed()
                    ? new JdbcWorkerIdHolder(source, database::sharedDialect, table, identity, TimeSource.system())
                    : new RecyclingJdbcHolder(source, database::sharedDialect, table, identity, TimeSource.system());
        }

        @Bean
        WorkerIdFailures leafWorkerIdFailures(ChosenDatabase database, LeafProperties properties) {
            return new WorkerIdFailures(
                    database.description(),
                    database.settings(),
                    Alone.of(properties.snowflake().mode().isFixed(), properties.snowflake()),
                    failures(database, properties));
        }

        private static JdbcStoreFailures failures(ChosenDatabase database, LeafProperties properties) {
            TableName table = new TableName(properties.snowflake().mysql().table());
            return new JdbcStoreFailures(database, JdbcWorkerIdHolder.DEFAULT_TABLE, table);
        }
    }

    /** Worker ids from the configuration. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWorkerIdRegistry(Registry.DISK)
    @ConditionalOnMissingBean(WorkerIdHolder.class)
    static class LocalConfiguration {

        @Bean(destroyMethod = "")
        @Lazy
        WorkerIdHolder leafWorkerIdHolder(
                SnowflakeSettingsFactory setup, NodeIdentity identity, WorkerIdFailures failures) {
            SnowflakeProperties.Local local = setup.properties().snowflake().local();
            try {
                WorkerIdAssignment assignment = WorkerIdAssignment.of(local.workerId(), local.workIdMap());
                return new LocalHolder(setup.statePlace(identity), identity, assignment);
            } catch (WorkerIdException ex) {
                throw failures.explain(ex);
            }
        }

        @Bean
        WorkerIdFailures leafWorkerIdFailures() {
            return new WorkerIdFailures("the state directory", "leaf.snowflake.state-directory", Alone.LOCAL, null);
        }
    }

    /** The generator with its lease and its end, unless the application brings one of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(SnowflakeIdGenerator.class)
    static class GeneratorConfiguration {

        /** Closed by the generator, which knows the last timestamp, unless making that has failed. */
        @Bean(destroyMethod = "close")
        @Lazy
        @ConditionalOnMissingBean
        LeaseKeeper leafLeaseKeeper(
                SnowflakeSettingsFactory setup,
                ObjectProvider<WorkerIdHolder> holder,
                NodeIdentity identity,
                ObjectProvider<WorkerIdFailures> failures,
                LeafEventPublisher events,
                SharedThreads threads) {
            WorkerIdHolder registry = holder.getIfAvailable(() -> {
                throw WorkerIdFailures.missingLibrary(
                        setup.properties().snowflake().mode());
            });
            return LeaseKeeperFactory.startKeeper(
                    setup, registry, identity, failuresOf(failures, setup, registry), events, threads);
        }

        /** A fallback, so that an {@code IdGenerator} of the application is injected rather than this one. */
        @Bean(destroyMethod = "close")
        @Fallback
        SnowflakeIdGenerator snowflakeIdGenerator(
                SnowflakeSettingsFactory setup, LeaseKeeper keeper, LeafEventPublisher events, SharedThreads threads) {
            SnowflakeSettings settings = setup.properties().snowflake().engineSettings();
            SnowflakeIdGenerator generator =
                    new SnowflakeIdGenerator(setup.layout(), settings, keeper, TimeSource.system(), events);
            setup.setTags(generator);
            LayoutEnd.watch(setup.layout(), TimeSource.system(), threads.scheduler());
            return generator;
        }

        @Bean
        LeafLifecycle leafSnowflakeLifecycle(
                ApplicationContext context,
                ObjectProvider<SnowflakeIdGenerator> generator,
                SnowflakeSettingsFactory setup,
                ObjectProvider<WorkerIdHolder> holder,
                ObjectProvider<WorkerIdFailures> failures) {
            Supplier<WorkerIdFailures> explained = () -> failuresOf(failures, setup, holder.getIfAvailable());
            return new LeafLifecycle(context, "snowflakeIdGenerator", generator, false, explained);
        }

        /** Where originals may have the worker ids of this instance too. */
        @Bean
        @ConditionalOnLeaf(sharedWorkerIds = true)
        CacheFileLifecycle leafOriginalCacheFile(
                ObjectProvider<SnowflakeIdGenerator> generator,
                SnowflakeSettingsFactory setup,
                ObjectProvider<NodeIdentity> identity) {
            return new CacheFileLifecycle(generator, setup, identity);
        }

        private static WorkerIdFailures failuresOf(
                ObjectProvider<WorkerIdFailures> failures,
                SnowflakeSettingsFactory setup,
                @Nullable WorkerIdHolder registry) {
            boolean isFixed = registry == null || registry.isFixed();
            Alone alone = Alone.of(isFixed, setup.properties().snowflake());
            return failures.getIfAvailable(() -> new WorkerIdFailures("the application's registry", "it", alone, null));
        }
    }
}
