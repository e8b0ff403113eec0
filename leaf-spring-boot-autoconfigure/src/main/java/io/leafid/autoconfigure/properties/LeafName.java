package io.leafid.autoconfigure.properties;

import org.jspecify.annotations.Nullable;

/** The name that all instances of a service share; part of paths in ZooKeeper and on disk. Stateless. */
public final class LeafName {

    private LeafName() {}

    /** The name of this service, if it is known and can be part of a path. */
    public static @Nullable String of(LeafProperties properties, LeafEnvironment environment) {
        String name = PropertyText.firstOf(properties.name(), environment.text("spring.application.name"));
        return (name != null && isLegal(name)) ? name : null;
    }

    static boolean isLegal(String name) {
        return !name.equals(".")
                && !name.equals("..")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    }
}
