package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.PublicIdsProperties;
import io.leafid.publicid.PublicIdKeys;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rules for the keys of public ids. Stateless. */
final class PublicIdRules {

    private static final String KEYS = PublicIdsProperties.KEYS;

    private static final String CURRENT = "leaf.public-ids.current";

    private static final String NEW_KEY = "Set %s to what `openssl rand -hex 32` prints.";

    private PublicIdRules() {}

    static void check(PublicIdsProperties settings, Problems problems) {
        SortedMap<String, String> keys = new TreeMap<>(settings.keys());
        String current = settings.current();
        if (keys.isEmpty() || keys.containsKey("0")) {
            checkNames(keys, current, problems);
            return;
        }
        int before = problems.size();
        String names = String.join(", ", keys.keySet());
        keys.forEach((name, text) -> checkKey(name, text, problems));
        problems.require(
                current != null || keys.size() == 1,
                CURRENT,
                "is not set, and there are several keys: " + names,
                "Set {} to the name of the key that makes public ids; the others read them.");
        problems.require(
                current == null || keys.containsKey(current),
                CURRENT,
                "is none of the keys: " + names,
                "Set {} to the name of a key.");
        if (problems.size() == before) {
            problems.accept(
                    KEYS,
                    () -> PublicIdKeys.parse(settings.currentKey(), settings.keys()),
                    "Remove one of them; each public id is read with any of the keys.");
        }
    }

    /** Nothing else is said where there are no keys, or where they are a list. */
    private static void checkNames(SortedMap<String, String> keys, @Nullable String current, Problems problems) {
        problems.require(
                !keys.isEmpty() || current == null,
                CURRENT,
                "names a key, but there are none in " + KEYS,
                NEW_KEY.formatted("%s.%s".formatted(KEYS, current)));
        problems.require(
                keys.isEmpty(), KEYS, "is a list, and a key needs a name that stays", ValueRules.PUBLIC_ID_KEYS);
    }

    private static void checkKey(String name, String text, Problems problems) {
        String key = "%s.%s".formatted(KEYS, name);
        if (problems.require(
                !text.startsWith("${"),
                key,
                "is the placeholder %s, which has no value".formatted(text),
                "Give %s a value.".formatted(text))) {
            problems.accept(key, () -> PublicIdKeys.parseKey(name, text), NEW_KEY.formatted(key));
        }
    }
}
