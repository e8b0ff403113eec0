package io.leafid.autoconfigure.jdbc;

import io.leafid.LeafEvent;
import io.leafid.autoconfigure.properties.JdbcProperties.NamedDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SegmentProperties;
import io.leafid.jdbc.TableName;
import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.segment.jdbc.JdbcSegmentStore;
import io.leafid.segment.store.LiftingSegmentStore;
import io.leafid.text.JdbcUrls;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The databases that have names: connections of Leaf's own to each, and its table. Opens nothing before it is needed. Thread-safe.
 */
public final class NamedDatabases implements AutoCloseable {

    private final Map<String, JdbcStoreFailures> byName = new TreeMap<>();
    private final List<LeafSchema> schemas = new ArrayList<>();
    private final LeafProperties properties;

    /**
     * Prepares those databases that something is to come from.
     *
     * @throws LeafStartException if a bean that is to lead to one is not there or is no DataSource
     */
    public NamedDatabases(LeafProperties properties, ConfigurableListableBeanFactory beans) {
        this.properties = properties;
        TableName table = new TableName(properties.segment().table());
        for (String name : properties.databasesInUse()) {
            NamedDatabase settings =
                    Objects.requireNonNull(properties.databases().get(name)); // what is not there was refused
            ChosenDatabase database = (settings.bean() == null)
                    ? ofUrl(name, settings, beans.getBeanClassLoader())
                    : ofBean(name, settings.bean(), beans);
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

    private boolean isOneOfSeveral(String name) {
        return properties.segment().databases().contains(name);
    }

    private ChosenDatabase ofUrl(String name, NamedDatabase settings, @Nullable ClassLoader classLoader) {
        String description =
                "database '%s' (%s)".formatted(name, JdbcUrls.withoutSecrets(String.valueOf(settings.url())));
        Target target = Target.of(settings.jdbc(properties.jdbc()));
        Duration wait = ConnectionChoice.wait(properties.segment().loadTimeout());
        DataSource connections = new OwnConnectionPool(
                () -> target.dataSource(Target.POOL_NAME + "-" + name, Target.SMALL, wait, classLoader));
        return new ChosenDatabase(connections, connections, description, NamedDatabase.keyOf(name));
    }

    private ChosenDatabase ofBean(String name, String bean, ConfigurableListableBeanFactory beans) {
        String key = NamedDatabase.keyOf(name) + ".bean";
        if (!beans.containsBean(bean)) {
            throw unusable(name, "there is no bean '%s'".formatted(bean), key, beans);
        }
        if (!(beans.getBean(bean) instanceof DataSource dataSource)) {
            String type = beans.getBean(bean).getClass().getName();
            throw unusable(name, "bean '%s' is of type %s, which is no DataSource".formatted(bean, type), key, beans);
        }
        ConnectionChoice choice = new ConnectionChoice(
                properties.jdbc().connection(), properties.segment().loadTimeout(), beans);
        String description = "database '%s' (DataSource '%s')".formatted(name, bean);
        return new ChosenDatabase(
                dataSource, choice.ofNamed(dataSource), description, "DataSource '%s'".formatted(bean));
    }

    private static LeafStartException unusable(
            String name, String problem, String key, ConfigurableListableBeanFactory beans) {
        String known = Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                .sorted()
                .collect(Collectors.joining(", "));
        return new LeafStartException(
                "Leaf cannot reserve ids in database '%s': %s.".formatted(name, problem),
                "Set %s to the name of a DataSource bean%s, or set %s.url instead."
                        .formatted(
                                key,
                                known.isEmpty() ? "; there is none" : " (there are: " + known + ")",
                                NamedDatabase.keyOf(name)),
                null,
                List.of(key));
    }

    /** One of them, with the explanations of what it says. */
    public JdbcStoreFailures get(String name) {
        return Objects.requireNonNull(byName.get(name));
    }

    /** The description of each of them, for people, by its name. */
    public Map<String, String> descriptions() {
        Map<String, String> descriptions = new TreeMap<>();
        byName.forEach(
                (name, failures) -> descriptions.put(name, failures.database().description()));
        return descriptions;
    }

    public List<LeafSchema> schemas() {
        return List.copyOf(schemas);
    }

    /** The store of one of them, which is made when it is asked first. */
    public LiftingSegmentStore store(String name, Consumer<LeafEvent> events) {
        return get(name).database().store(properties.segment(), events);
    }

    /**
     * The store of some of them that grant interleaved ids.
     *
     * @param names the databases, each at its slot
     */
    public InterleavedSegmentStore interleaved(Collection<String> names, Consumer<LeafEvent> events) {
        SegmentProperties segment = properties.segment();
        List<SlottedDatabase> slotted = names.stream()
                .map(name -> new SlottedDatabase(name, segment.databases().indexOf(name), store(name, events)))
                .toList();
        InterleavedSettings settings = new InterleavedSettings(
                segment.loadTimeout(),
                events,
                TimeSource.system(),
                () -> ThreadLocalRandom.current().nextDouble(),
                properties.rowsOnFirstUse());
        return new InterleavedSegmentStore(slotted, segment.slotCount(), settings);
    }

    public List<ChosenDatabase> all() {
        return byName.values().stream().map(JdbcStoreFailures::database).toList();
    }

    @Override
    public void close() {
        all().forEach(ChosenDatabase::close);
    }
}
