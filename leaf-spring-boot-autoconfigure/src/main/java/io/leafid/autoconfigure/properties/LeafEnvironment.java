package io.leafid.autoconfigure.properties;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
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

    private boolean flag(String key, boolean otherwise) {
        return bound(() -> binder().bind(key, Boolean.class).orElse(otherwise));
    }

    /** The URL of Leaf's own database, by its name or by the old one. */
    public @Nullable String jdbcUrl() {
        return PropertyText.firstOf(text("leaf.jdbc.url"), text("leaf.segment.url"));
    }

    /**
     * The name that all instances of a service share, part of paths in ZooKeeper and on disk; nothing if none is set that can
     * be part of a path.
     */
    public @Nullable String nameOf(LeafProperties properties) {
        String name = PropertyText.firstOf(properties.name(), text("spring.application.name"));
        return (name != null && isValidName(name)) ? name : null;
    }

    static boolean isValidName(String name) {
        return !name.equals(".")
                && !name.equals("..")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    }

    /** Whether a property has a value; an empty one counts as none. */
    boolean isSet(String key) {
        return find(key)
                .map(ConfigurationProperty::getValue)
                .map(Object::toString)
                .filter(StringUtils::hasText)
                .isPresent();
    }

    /** The text of a property with its placeholders resolved, if it has a value. */
    public @Nullable String text(String key) {
        return bound(() -> PropertyText.orNull(binder().bind(key, String.class).orElse("")));
    }

    /** The property as it was written, without placeholders resolved. */
    Optional<ConfigurationProperty> find(String key) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
        return sources()
                .flatMap(source -> Stream.ofNullable(source.getConfigurationProperty(name)))
                .findFirst();
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

    /** Binds everything. */
    public LeafProperties properties() {
        return bound(() -> binder().bindOrCreate(ROOT.toString(), Bindable.of(LeafProperties.class)));
    }

    /** Binds everything once, and notes how the numbers are written and what nothing is bound to. */
    Reading read() {
        WrittenNumbers numbers = new WrittenNumbers(environment::resolvePlaceholders);
        AttemptedNames attempted = new AttemptedNames(numbers);
        LeafProperties properties =
                bound(() -> binder().bindOrCreate(ROOT.toString(), Bindable.of(LeafProperties.class), attempted));
        return new Reading(properties, numbers, unknown(attempted.names));
    }

    private List<ConfigurationProperty> unknown(Set<ConfigurationPropertyName> attempted) {
        return ownSources()
                .flatMap(source -> source.stream()
                        .filter(name -> ROOT.isAncestorOf(name) && !attempted.contains(name))
                        .flatMap(name -> Stream.ofNullable(source.getConfigurationProperty(name))))
                .toList();
    }

    /** The names under {@code leaf} exactly as they were written, by those sources that can list them. */
    List<WrittenName> writtenNames() {
        return ownSources()
                .flatMap(source -> {
                    if (!(source.getUnderlyingSource() instanceof EnumerablePropertySource<?> written)) {
                        return Stream.empty();
                    }
                    return Stream.of(written.getPropertyNames())
                            .filter(name -> name.regionMatches(true, 0, "leaf.", 0, 5))
                            .map(name -> new WrittenName(name, source));
                })
                .toList();
    }

    private Stream<IterableConfigurationPropertySource> ownSources() {
        return sources()
                .filter(OWN_SOURCES::apply)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .map(IterableConfigurationPropertySource.class::cast);
    }

    private Stream<ConfigurationPropertySource> sources() {
        return StreamSupport.stream(
                ConfigurationPropertySources.get(environment).spliterator(), false);
    }

    private Binder binder() {
        return Binder.get(environment);
    }

    private static <T extends @Nullable Object> T bound(Supplier<T> binding) {
        try {
            return binding.get();
        } catch (BindException ex) {
            throw LeafStartException.of(List.of(UnreadableValues.problemOf(ex)), ex);
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
     * @param numbers how the numbers are written
     * @param unknown the properties under {@code leaf} that nothing is bound to
     */
    record Reading(LeafProperties properties, WrittenNumbers numbers, List<ConfigurationProperty> unknown) {}

    /** A name as it was written. */
    record WrittenName(String name, ConfigurationPropertySource source) {

        @Nullable ConfigurationProperty property() {
            return source.getConfigurationProperty(ConfigurationPropertyName.adapt(name, '.'));
        }
    }

    /** Notes every name that the binder looks for, whether it finds a value or not. */
    private static final class AttemptedNames extends AbstractBindHandler {

        private final Set<ConfigurationPropertyName> names = new LinkedHashSet<>();

        AttemptedNames(BindHandler parent) {
            super(parent);
        }

        @Override
        public <T> @Nullable Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            names.add(name);
            return super.onStart(name, target, context);
        }
    }
}
