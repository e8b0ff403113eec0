package io.leafid.autoconfigure.check;

import io.leafid.autoconfigure.LeafZooKeeper;
import io.leafid.autoconfigure.LeafZooKeeperConnectionDetails;
import io.leafid.autoconfigure.check.Findings.Level;
import io.leafid.autoconfigure.identity.SnowflakeSettingsFactory;
import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.NamedDatabases;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.NumberedColumns;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.zookeeper.client.SilentSessions;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Auto-configuration of the check that runs in place of the application. */
@AutoConfiguration(
        afterName = {
            "io.leafid.autoconfigure.LeafSegmentAutoConfiguration",
            "io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration"
        })
@ConditionalOnLeaf(flag = CheckOnlyEnvironment.PROPERTY)
@ConditionalOnBean(LeafProperties.class)
public final class LeafCheckAutoConfiguration {

    private static final String CHECK = "leafCheck";

    /** Has no bean made but those that the check asks for: health indicators, for one, would have the engines started. */
    @Bean
    static BeanFactoryPostProcessor leafCheckAlone() {
        return beans -> {
            for (String name : beans.getBeanDefinitionNames()) {
                beans.getBeanDefinition(name).setLazyInit(!name.equals(CHECK));
            }
        };
    }

    @Bean(CHECK)
    LeafCheck leafCheck(LeafProperties properties, ObjectProvider<CheckPart> parts) {
        return new LeafCheck(parts.orderedStream().toList(), properties.checkFormat(), System.out, System::exit);
    }

    /** The parts that ask a database. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcSegmentStore.class)
    static class JdbcConfiguration {

        @Bean
        @Order(1)
        CheckPart leafSegmentCheck(
                LeafProperties properties,
                Environment environment,
                ObjectProvider<ChosenDatabase> database,
                ObjectProvider<NamedDatabases> databases,
                ObjectProvider<NumberedColumns> columns) {
            return findings -> {
                if (new LeafEnvironment(environment).uses(IdEngine.SEGMENT)) {
                    NumberedColumns numbered = columns.getIfAvailable(() -> NumberedColumns.NONE);
                    List<CheckPart> parts = parts(properties, database, databases, numbered);
                    parts.forEach(part -> part.look(findings));
                    tellWhatIsNotSeen(properties, parts.isEmpty(), findings);
                }
            };
        }

        private static void tellWhatIsNotSeen(LeafProperties properties, boolean hasNoDatabase, Findings findings) {
            if (!properties.remote().services().isEmpty()) {
                findings.add(Level.WARN, "database", "ranges come from an id service, which is not asked: check that");
            } else if (hasNoDatabase) {
                findings.add(
                        Level.WARN, "database", "ranges come from the application's own store, which is not asked");
            }
            if (properties.data().aboveKeys()) {
                findings.add(
                        Level.WARN,
                        "tag",
                        "keys with @LeafId are not compared, since no entity is loaded; name columns with leaf.tags.<tag>.above");
            }
        }

        private static List<CheckPart> parts(
                LeafProperties properties,
                ObjectProvider<ChosenDatabase> database,
                ObjectProvider<NamedDatabases> databases,
                NumberedColumns columns) {
            List<CheckPart> parts = new ArrayList<>();
            if (!properties.segment().isInterleaved()
                    && properties.remote().services().isEmpty()) {
                database.ifAvailable(each -> parts.add(new SegmentCheck(each, "", properties, columns)));
            }
            databases.ifAvailable(named -> properties
                    .databasesInUse()
                    .forEach(name ->
                            parts.add(new SegmentCheck(named.get(name).database(), name, properties, columns))));
            return parts;
        }
    }

    /** The part that asks a registry of worker ids. */
    @Configuration(proxyBeanMethods = false)
    static class SnowflakeConfiguration {

        @Bean
        @Order(2)
        CheckPart leafSnowflakeCheck(
                LeafProperties properties,
                Environment environment,
                ObjectProvider<NodeIdentity> identity,
                ObjectProvider<WorkerIdHolder> holder,
                ObjectProvider<SessionCheck> sessions) {
            return findings -> {
                LeafEnvironment settings = new LeafEnvironment(environment);
                if (settings.uses(IdEngine.SNOWFLAKE)) {
                    SnowflakeSettingsFactory setup = new SnowflakeSettingsFactory(properties, settings);
                    new SnowflakeCheck(setup, identity::getObject, holder::getObject, sessions, TimeSource.system())
                            .look(findings);
                }
            };
        }
    }

    /** What ZooKeeper alone can tell. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(LeafZooKeeperConnectionDetails.class)
    static class ZooKeeperConfiguration {

        @Bean
        SessionCheck leafSessionCheck(@LeafZooKeeper CuratorFramework client) {
            return new SessionCheck(
                    () -> SilentSessions.look(client, TimeSource.system().currentTimeMillis()));
        }
    }
}
