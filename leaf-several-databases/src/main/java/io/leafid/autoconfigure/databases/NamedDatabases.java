package io.leafid.autoconfigure.databases;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.databases.DatabasesProperties.NamedDatabase;
import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.jdbc.ConnectionChoice;
import io.leafid.autoconfigure.jdbc.JdbcStoreFailures;
import io.leafid.autoconfigure.jdbc.LeafSchema;
import io.leafid.autoconfigure.jdbc.Target;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.jdbc.TableName;
import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.jdbc.LiftingSegmentStore;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The databases that have names: connections of Leaf's own to each, and its table. Opens nothing before it is needed. Thread-safe.
 */
final class NamedDatabases implements AutoCloseable {

    private final Map<String, JdbcStoreFailures> byName = new TreeMap<>();
    private final List<LeafSchema> schemas = new ArrayList<>();
    private final DatabasesProperties settings;
    private final LeafProperties properties;

    /** Prepares those databases that something is to come from. */
    NamedDatabases(DatabasesProperties settings, LeafProperties properties, ConfigurableListableBeanFactory beans) {
        this.settings = settings;
        this.properties = properties;
        TableName table = new TableName(properties.segment().table());
        for (String name : settings.inUse()) {
            NamedDatabase named =
                    Objects.requireNonNull(settings.databases().get(name)); // what is not there was refused
            ChosenDatabase database = (named.bean() != null)
                    ? ofBean(name, named.bean(), beans)
                    : ofUrl(name, named, beans.getBeanClassLoader());
            JdbcStoreFailures failures = new JdbcStoreFailures(database, JdbcSegmentStore.DEFAULT_TABLE, table);
            byName.put(name, failures);
            addSchemas(name, failures);
        }
    }

    /** One that cannot be reached stops no start; what is missing is explained when the database is asked. */
    private void addSchemas(String name, JdbcStoreFailures failures) {
        schemas.add(new LeafSchema(properties.jdbc().initializeSchema(), false, failures));
        if (isOneOfSeveral(name)) {
            String table = properties.segment().table();
            String schema = table.substring(0, table.indexOf('.') + 1);
            TableName slots = new TableName(schema + JdbcSegmentStore.DEFAULT_SLOT_TABLE);
            JdbcStoreFailures ofSlots =
                    new JdbcStoreFailures(failures.database(), JdbcSegmentStore.DEFAULT_SLOT_TABLE, slots);
            schemas.add(new LeafSchema(properties.jdbc().initializeSchema(), false, ofSlots));
        }
    }

    private ChosenDatabase ofUrl(String name, NamedDatabase named, @Nullable ClassLoader loader) {
        Target target = new Target(
                Objects.requireNonNull(named.url()), named.username(), named.password(), named.driverClassName());
        return ChosenDatabase.ofTarget(name, target, NamedDatabase.keyOf(name), limit(name), loader);
    }

    private ChosenDatabase ofBean(String name, String bean, ConfigurableListableBeanFactory beans) {
        DataSource dataSource = beans.getBean(bean, DataSource.class);
        ConnectionChoice choice = new ConnectionChoice(properties.jdbc().connection(), limit(name), beans);
        String description = "database '%s' (DataSource '%s')".formatted(name, bean);
        return new ChosenDatabase(
                dataSource, choice.ofNamed(dataSource), description, "DataSource '%s'".formatted(bean));
    }

    /** Half of it is what a connection is waited for: of several databases the next one is asked while the caller still waits. */
    private Duration limit(String name) {
        Duration load = properties.segment().loadTimeout();
        Duration wait = properties.segment().waitTimeout();
        return isOneOfSeveral(name) && wait.compareTo(load) < 0 ? wait : load;
    }

    private boolean isOneOfSeveral(String name) {
        return settings.segment().databases().contains(name);
    }

    /** One of them, with the explanations of what it says. */
    JdbcStoreFailures get(String name) {
        return Objects.requireNonNull(byName.get(name));
    }

    /** The description of each of them, for people, by its name. */
    Map<String, String> descriptions() {
        Map<String, String> descriptions = new TreeMap<>();
        byName.forEach(
                (name, failures) -> descriptions.put(name, failures.database().description()));
        return descriptions;
    }

    List<LeafSchema> schemas() {
        return List.copyOf(schemas);
    }

    /** The store of one of them, which is made when it is asked first. */
    LiftingSegmentStore store(String name, Consumer<LeafEvent> events) {
        return get(name).database().store(properties.segment(), events);
    }

    /**
     * The store of some of them that grant interleaved ids.
     *
     * @param names the databases, each at its slot
     */
    InterleavedSegmentStore interleaved(Collection<String> names, Consumer<LeafEvent> events) {
        List<SlottedDatabase> slotted = names.stream()
                .map(name ->
                        new SlottedDatabase(name, settings.segment().databases().indexOf(name), store(name, events)))
                .toList();
        InterleavedSettings interleaved = new InterleavedSettings(
                properties.segment().loadTimeout(),
                events,
                TimeSource.system(),
                () -> ThreadLocalRandom.current().nextDouble(),
                properties.rowsOnFirstUse());
        return new InterleavedSegmentStore(slotted, settings.segment().slotCount(), interleaved);
    }

    List<ChosenDatabase> all() {
        return byName.values().stream().map(JdbcStoreFailures::database).toList();
    }

    @Override
    public void close() {
        all().forEach(ChosenDatabase::close);
    }
}
