package io.leafid.autoconfigure.properties;

import io.leafid.publicid.PublicIdKeys;
import java.util.Map;
import java.util.TreeMap;
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

    /** What the names of the keys begin with; no value of such a property is shown anywhere. */
    static final String KEYS = "leaf.public-ids.keys";

    private static final String CURRENT = "leaf.public-ids.current";

    private static final String NEW_KEY = "Set %s to what `openssl rand -hex 32` prints.";

    public PublicIdsProperties {
        keys = Map.copyOf(keys);
        current = PropertyText.orNull(current);
    }

    /** The name of the key that makes public ids, of settings that were found good. */
    public String currentKey() {
        return (current != null) ? current : keys.keySet().iterator().next();
    }

    /** Notes what cannot be used. */
    void check(PropertyProblems problems) {
        String names = String.join(", ", new TreeSet<>(keys.keySet()));
        if (keys.isEmpty() || keys.containsKey("0")) {
            checkNames(problems);
            return;
        }
        int before = problems.size();
        new TreeMap<>(keys).forEach((name, text) -> checkKey(name, text, problems));
        problems.require(
                current != null || keys.size() == 1,
                CURRENT,
                "is not set, and there are several keys: " + names,
                "Set %s to the name of the key that makes public ids; the others read them.".formatted(CURRENT));
        problems.require(
                current == null || keys.containsKey(current),
                CURRENT,
                "is none of the keys: " + names,
                "Set %s to the name of a key.".formatted(CURRENT));
        if (problems.size() == before) {
            problems.requireAccepted(
                    () -> PublicIdKeys.parse(currentKey(), keys),
                    KEYS,
                    "Remove one of them; each public id is read with any of the keys.");
        }
    }

    /** Nothing else is said where there are no keys, or where they are a list. */
    private void checkNames(PropertyProblems problems) {
        problems.require(
                !keys.isEmpty() || current == null,
                CURRENT,
                "names a key, but there are none in " + KEYS,
                NEW_KEY.formatted("%s.%s".formatted(KEYS, current)));
        problems.require(
                keys.isEmpty(), KEYS, "is a list, and a key needs a name that stays", UnreadableValues.PUBLIC_ID_KEYS);
    }

    private static void checkKey(String name, String text, PropertyProblems problems) {
        String key = "%s.%s".formatted(KEYS, name);
        if (text.startsWith("${")) {
            problems.add(
                    key,
                    "is the placeholder %s, which has no value".formatted(text),
                    "Give %s a value.".formatted(text));
            return;
        }
        problems.requireAccepted(() -> PublicIdKeys.parseKey(name, text), key, NEW_KEY.formatted(key));
    }

    /** Without the keys, since settings end up in logs. */
    @Override
    public String toString() {
        return "PublicIdsProperties[keys=%s, current=%s]".formatted(new TreeSet<>(keys.keySet()), current);
    }
}
