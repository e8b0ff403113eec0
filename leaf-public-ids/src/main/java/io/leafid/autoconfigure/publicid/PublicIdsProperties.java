package io.leafid.autoconfigure.publicid;

import io.leafid.autoconfigure.properties.LeafSettings;
import io.leafid.publicid.PublicIdKeys;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Ids as outsiders see them. Immutable.
 *
 * @param keys Keys by name, 16 or 32 random bytes each in hex or base64; all of them read public ids.
 * @param current Name of the key that makes public ids; if not set, the only one.
 */
@LeafSettings
@ConfigurationProperties("leaf.public-ids")
record PublicIdsProperties(
        @DefaultValue Map<String, String> keys, @Nullable String current) {

    PublicIdsProperties {
        keys = Map.copyOf(keys);
        if (!StringUtils.hasText(current)) {
            require(keys.size() <= 1, "current must be set, since there are several keys: " + names(keys));
            current = keys.isEmpty() ? null : keys.keySet().iterator().next();
        }
        require(!keys.containsKey("0"), "keys is a list, and each key needs a name that stays, such as keys.k2026");
        keys.forEach((name, text) -> require(!text.startsWith("${"), "keys.%s has no value: %s".formatted(name, text)));
        if (current != null) {
            require(keys.containsKey(current), "current=%s is none of the keys: %s".formatted(current, names(keys)));
            PublicIdKeys unused = PublicIdKeys.parse(current, keys);
        }
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("leaf.public-ids." + problem);
        }
    }

    private static String names(Map<String, String> keys) {
        return String.join(", ", new TreeSet<>(keys.keySet()));
    }

    /** Without the keys, since settings end up in logs. */
    @Override
    public String toString() {
        return "PublicIdsProperties[keys=[%s], current=%s]".formatted(names(keys), current);
    }
}
