package io.leafid.autoconfigure.properties;

import io.leafid.file.StateHome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The properties under {@code leaf} that are needed before any bean exists, by conditions: in every spelling that Boot accepts, and bound
 * in the same way as the beans' properties are. Thread-safe.
 *
 * @param environment where the properties are written
 */
public record LeafEnvironment(Environment environment) {

    /** The databases that grant the interleaved ids of all tags. */
    public static final String DATABASES = "leaf.segment.databases";

    /** The services that segments come from. */
    public static final String SERVICES = "leaf.remote.services";

    private static final List<String> PLACES =
            List.of("leaf.jdbc.url", "leaf.segment.url", "leaf.snowflake.zk.address", "leaf.snowflake.address");

    /** The directory that the original Leaf keeps its files in, below one with the service's name. */
    private static final String ORIGINAL_DIRECTORY = "leafconf";

    /** Returns whether an engine is switched on, by its name or by the original's. */
    public boolean uses(IdEngine engine) {
        String key = "leaf." + engine.text();
        return isEnabled() && (flag(key + ".enabled", false) || flag(key + ".enable", false));
    }

    public boolean usesAny() {
        return uses(IdEngine.SEGMENT) || uses(IdEngine.SNOWFLAKE);
    }

    public boolean isEnabled() {
        return flag("leaf.enabled", true);
    }

    /** Returns whether a switch that is off by default is on. */
    boolean isOn(String key) {
        return flag(key, false);
    }

    private boolean flag(String key, boolean otherwise) {
        return binder().bind(key, Boolean.class).orElse(otherwise);
    }

    /** The source of this instance's worker id. */
    public WorkerIdMode workerIdMode() {
        return binder().bind("leaf.snowflake.mode", WorkerIdMode.class)
                .orElse(WorkerIdMode.ZK_NORMAL)
                .meant();
    }

    /** The URL of Leaf's own database, by its name or by the old one. */
    public @Nullable String jdbcUrl() {
        return PropertyText.firstOf(text("leaf.jdbc.url"), text("leaf.segment.url"));
    }

    /** Returns whether an engine that is on reserves in a database: segments that come from no id service, or worker ids. */
    public boolean needsDatabase() {
        return (uses(IdEngine.SEGMENT) && !hasList(SERVICES))
                || (uses(IdEngine.SNOWFLAKE) && workerIdMode().registry() == WorkerIdMode.Registry.DATABASE);
    }

    /** Returns whether settings ask for ids, an engine that is on apart. */
    public boolean asksForIds() {
        return flag("leaf.web.enabled", false) || place() != null;
    }

    /**
     * The first of the settings that say where ids are to be reserved, by its name or by the old one; {@code null} if there is none of them. They do
     * not switch an engine on.
     */
    public @Nullable String place() {
        return PLACES.stream().filter(key -> text(key) != null).findFirst().orElse(null);
    }

    public boolean hasList(String key) {
        return !PropertyText.entries(
                        binder().bind(key, Bindable.listOf(String.class)).orElse(List.of()))
                .isEmpty();
    }

    boolean hasMap(String key) {
        return !map(key, Object.class).isEmpty();
    }

    /** The entries of a map; none of one that cannot be bound, which the check of all properties explains. */
    private <T> Map<String, T> map(String key, Class<T> type) {
        try {
            return binder().bind(key, Bindable.mapOf(String.class, type)).orElse(Map.of());
        } catch (BindException ex) {
            return Map.of();
        }
    }

    /** Returns whether an identity has its worker id from nodes or rows that originals use too. */
    boolean sharesWorkerIds() {
        return uses(IdEngine.SNOWFLAKE)
                && workerIdMode().isFixed()
                && workerIdMode().registry() != WorkerIdMode.Registry.DISK;
    }

    /**
     * Returns whether the application's scripts run after JPA's entities are set up. Entities whose ids come from Leaf need its generator
     * before that, so nothing that it is made of may wait for the scripts then.
     */
    public boolean defersScripts() {
        return environment.getProperty("spring.jpa.defer-datasource-initialization", Boolean.class, false);
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
     * The directory for the notes of the segment engine and of the client of an id service: the directory that is set, else one that outlives a
     * restart of the machine, where there is one; {@code null} without a name.
     */
    public @Nullable Path segmentDirectory(LeafProperties properties) {
        Path configured = properties.segment().stateDirectory();
        String name = nameOf(properties);
        if (configured != null || name == null) {
            return configured;
        }
        String temporary = System.getProperty("java.io.tmpdir");
        Path home = StateHome.ofThisProcess().find().orElse(null);
        if (home != null) {
            return home.resolve(name);
        }
        return (temporary == null) ? null : Path.of(temporary, name, ORIGINAL_DIRECTORY);
    }

    /** Returns whether a name can be one part of a path, and is no placeholder, which each machine may replace or not. */
    public static boolean isValidName(String name) {
        boolean isValid = !name.equals(".") && !name.equals("..") && !name.contains("${");
        for (int i = 0; i < name.length(); i++) {
            char each = name.charAt(i);
            isValid &= each != '/' && each != '\\' && !Character.isISOControl(each);
        }
        return isValid;
    }

    /** The text of a property with its placeholders resolved, if it has a value. */
    public @Nullable String text(String key) {
        return PropertyText.orNull(binder().bind(key, String.class).orElse(""));
    }

    private Binder binder() {
        return Binder.get(environment);
    }
}
