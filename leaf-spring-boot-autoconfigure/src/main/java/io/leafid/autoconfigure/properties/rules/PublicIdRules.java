package io.leafid.autoconfigure.properties.rules;

import io.leafid.autoconfigure.properties.PublicIdsProperties;
import io.leafid.publicid.PublicIdKeys;
import java.util.SortedMap;
import java.util.TreeMap;

/** Rules for the keys of public ids. Stateless. */
final class PublicIdRules {

    private static final String KEYS = PublicIdsProperties.KEYS;

    private static final String CURRENT = "leaf.public-ids.current";

    private PublicIdRules() {}

    /** Nothing else is said where there are no keys, or where they are a list. */
    static void check(PublicIdsProperties settings, Problems problems) {
        SortedMap<String, String> keys = new TreeMap<>(settings.keys());
        String current = settings.current();
        if (keys.isEmpty()) {
            problems.require(current == null, CURRENT, "public-ids.none", String.valueOf(current));
        } else if (problems.require(!keys.containsKey("0"), KEYS, "value.public-id-keys.list")) {
            int before = problems.size();
            String names = String.join(", ", keys.keySet());
            keys.forEach((name, text) -> checkKey(name, text, problems));
            problems.require(current != null || keys.size() == 1, CURRENT, "public-ids.current", names);
            problems.require(current == null || keys.containsKey(current), CURRENT, "public-ids.unknown", names);
            if (problems.size() == before) {
                problems.accept(KEYS, "public-ids.same", () -> PublicIdKeys.parse(settings.currentKey(), keys));
            }
        }
    }

    private static void checkKey(String name, String text, Problems problems) {
        String key = KEYS + "." + name;
        if (problems.require(!text.startsWith("${"), key, "public-ids.placeholder", text)) {
            problems.accept(key, "public-ids.key", () -> PublicIdKeys.parseKey(name, text));
        }
    }
}
