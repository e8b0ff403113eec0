package io.leafid.autoconfigure.properties;

import io.leafid.file.StateHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The properties under {@code leaf}, in every spelling that Boot accepts, and where they were written. Thread-safe.
 *
 * <p>What is asked of it before any bean exists, by conditions, is bound in the same way as the beans' properties are.
 */
public final class LeafEnvironment {

    static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("leaf");

    /** Leaves out the process's environment and system properties, where other programs may keep names of theirs. */
    private static final UnboundElementsSourceFilter OWN_SOURCES = new UnboundElementsSourceFilter();

    /** The directory that the original Leaf keeps its files in, below one with the service's name. */
    private static final String ORIGINAL_DIRECTORY = "leafconf";

    private final Environment environment;

    public LeafEnvironment(Environment environment) {
        this.environment = environment;
    }

    /** Whether an engine is switched on, by its name or by the original's. */
    public boolean uses(IdEngine mode) {
        String engine = "leaf." + mode.name().toLowerCase(Locale.ROOT);
        return isEnabled() && (flag(engine + ".enabled", false) || flag(engine + ".enable", false));
    }

    /** Whether Leaf is not switched off altogether. */
    public boolean isEnabled() {
        return flag("leaf.enabled", true);
    }

    /** Where this instance gets its worker id. */
    public WorkerIdMode workerIdMode() {
        return bound(() ->
                        binder().bind("leaf.snowflake.mode", WorkerIdMode.class).orElse(WorkerIdMode.ZK_NORMAL))
                .meant();
    }

    private boolean flag(String key, boolean otherwise) {
        return bound(() -> binder().bind(key, Boolean.class).orElse(otherwise));
    }

    /** The URL of Leaf's own database, by its name or by the old one. */
    public @Nullable String jdbcUrl() {
        return PropertyText.firstOf(text("leaf.jdbc.url"), text("leaf.segment.url"));
    }

    /** Whether segments are to come from an id service. */
    public boolean hasRemoteServices() {
        return bound(() -> binder().bind("leaf.remote.services", Bindable.listOf(String.class)))
                .map(services -> services.stream().anyMatch(StringUtils::hasText))
                .orElse(false);
    }

    /** Whether databases that have names grant the interleaved ids of all tags. */
    public boolean isInterleaved() {
        return bound(() -> binder().bind("leaf.segment.databases", Bindable.listOf(String.class)))
                .map(names -> names.stream().anyMatch(StringUtils::hasText))
                .orElse(false);
    }

    /** Whether there are databases that have names. */
    public boolean hasDatabases() {
        return bound(() ->
                        binder().bind(JdbcProperties.NamedDatabase.PREFIX, Bindable.mapOf(String.class, Object.class)))
                .map(databases -> !databases.isEmpty())
                .orElse(false);
    }

    /**
     * The name that all instances of a service share, part of paths in ZooKeeper and on disk; nothing if none is set that can
     * be part of a path.
     */
    public @Nullable String nameOf(LeafProperties properties) {
        String name = PropertyText.firstOf(properties.name(), text("spring.application.name"));
        return (name != null && isValidName(name)) ? name : null;
    }

    /**
     * Where the segment engine and the client of an id service keep what they note: the directory that is set, else one that outlives a
     * restart of the machine, where there is one; {@code null} without a name.
     */
    public @Nullable Path segmentDirectory(LeafProperties properties) {
        Path configured = properties.segment().stateDirectory();
        String name = nameOf(properties);
        if (configured != null || name == null) {
            return configured;
        }
        String temporary = System.getProperty("java.io.tmpdir");
        return StateHome.ofThisProcess()
                .find()
                .map(home -> home.resolve(name))
                .orElse((temporary == null) ? null : Path.of(temporary, name, ORIGINAL_DIRECTORY));
    }

    static boolean isValidName(String name) {
        return !name.equals(".")
                && !name.equals("..")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    }

    /** Whether a property has a value; an empty one counts as none. */
    boolean isSet(String key) {
        ConfigurationProperty property = find(key).orElse(null);
        return property != null && StringUtils.hasText(String.valueOf(property.getValue()));
    }

    /** The text of a property with its placeholders resolved, if it has a value. */
    public @Nullable String text(String key) {
        return bound(() -> PropertyText.orNull(binder().bind(key, String.class).orElse("")));
    }

    /** The property as it was written, without placeholders resolved. */
    Optional<ConfigurationProperty> find(String key) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return Optional.of(property);
            }
        }
        return Optional.empty();
    }

    /** Those of some properties that are set, with value and origin. */
    String describe(List<String> keys) {
        return keys.stream()
                .flatMap(key -> find(key).stream())
                .map(property -> new PropertyProblem(
                        property.getName().toString(), String.valueOf(property.getValue()), originOf(property), "", ""))
                .map(PropertyProblem::setting)
                .collect(Collectors.joining("%n".formatted()));
    }

    /** Binds everything once; notes what cannot be read, and what nothing is bound to. */
    Reading read(PropertyProblems problems) {
        WrittenNumbers numbers = new WrittenNumbers(environment::resolvePlaceholders);
        PropertyReading reading = new PropertyReading(numbers, problems);
        LeafProperties properties = binder().bindOrCreate(ROOT.toString(), Bindable.of(LeafProperties.class), reading);
        PropertyNameValidator.checkUnknown(unknown(reading), problems);
        numbers.report(problems);
        return new Reading(properties, reading.isComplete(), reading.found());
    }

    private List<ConfigurationProperty> unknown(PropertyReading reading) {
        List<ConfigurationProperty> unknown = new ArrayList<>();
        for (IterableConfigurationPropertySource source : ownSources()) {
            for (ConfigurationPropertyName name : source) {
                if (ROOT.isAncestorOf(name) && !reading.knows(name)) {
                    Optional.ofNullable(source.getConfigurationProperty(name)).ifPresent(unknown::add);
                }
            }
        }
        return unknown;
    }

    /** The names under {@code leaf} exactly as they were written, by those sources that can list them. */
    List<WrittenName> writtenNames() {
        List<WrittenName> found = new ArrayList<>();
        for (IterableConfigurationPropertySource source : ownSources()) {
            if (source.getUnderlyingSource() instanceof EnumerablePropertySource<?> written) {
                for (String name : written.getPropertyNames()) {
                    if (name.regionMatches(true, 0, "leaf.", 0, 5)) {
                        found.add(new WrittenName(name, source));
                    }
                }
            }
        }
        return found;
    }

    private List<IterableConfigurationPropertySource> ownSources() {
        List<IterableConfigurationPropertySource> own = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable && OWN_SOURCES.apply(source)) {
                own.add(iterable);
            }
        }
        return own;
    }

    private Binder binder() {
        return Binder.get(environment);
    }

    private static <T extends @Nullable Object> T bound(Supplier<T> binding) {
        try {
            return binding.get();
        } catch (BindException ex) {
            throw PropertyProblem.failureOf(
                    List.of(UnreadableValues.problemOf(ex.getName(), ex.getTarget(), ex.getProperty(), ex)), ex);
        }
    }

    static @Nullable String originOf(@Nullable ConfigurationProperty property) {
        Origin origin = (property == null) ? null : property.getOrigin();
        return (origin == null) ? null : origin.toString();
    }

    /**
     * What one binding has found out.
     *
     * @param properties what was bound
     * @param isComplete whether all values could be read
     * @param found the settings that have a value, and the groups that such a setting belongs to
     */
    record Reading(LeafProperties properties, boolean isComplete, Set<ConfigurationPropertyName> found) {

        /** Whether any setting of a group has a value. */
        boolean sets(String group) {
            return found.contains(ConfigurationPropertyName.of(group));
        }
    }

    /** A name as it was written. */
    record WrittenName(String name, ConfigurationPropertySource source) {

        @Nullable ConfigurationProperty property() {
            return source.getConfigurationProperty(ConfigurationPropertyName.adapt(name, '.'));
        }
    }
}
