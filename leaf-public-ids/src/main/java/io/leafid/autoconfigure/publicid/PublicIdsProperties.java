package io.leafid.autoconfigure.properties;

import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids as outsiders see them. Immutable.
 *
 * @param keys Keys by name, 16 or 32 random bytes each in hex or base64; all of them read public ids.
 * @param current Name of the key that makes public ids; if not set, the only one.
 */
public record PublicIdsProperties(
        @DefaultValue Map<String, String> keys, @Nullable String current) {

    /** The group of the keys; no value of such a property is shown anywhere. */
    public static final String KEYS = "leaf.public-ids.keys";

    public PublicIdsProperties {
        keys = Map.copyOf(keys);
        current = PropertyText.orNull(current);
    }

    /** The name of the key that makes public ids, of settings that were found good. */
    public String currentKey() {
        return (current != null) ? current : keys.keySet().iterator().next();
    }

    /** Without the keys, since settings end up in logs. */
    @Override
    public String toString() {
        return "PublicIdsProperties[keys=%s, current=%s]".formatted(new TreeSet<>(keys.keySet()), current);
    }
}
