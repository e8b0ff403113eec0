package io.leafid.autoconfigure.properties;

import java.util.LinkedHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Worker ids by {@code host:port}. A type of its own so that it can be written as a map with bracketed keys, and also as
 * the one line of JSON that the well-known fork of the original used.
 *
 * <p>Mutable only because the binder fills it; nobody changes it afterwards.
 */
final class WorkIdMap extends LinkedHashMap<String, Integer> {

    private static final long serialVersionUID = 1L;

    private static final Pattern OBJECT = Pattern.compile("\\s*\\{(.*)}\\s*", Pattern.DOTALL);

    private static final Pattern ENTRY = Pattern.compile("\\s*\"([^\"\\\\]+)\"\\s*:\\s*(\\d{1,9})\\s*(,|$)");

    /** Reads the JSON form; blank text means that nothing is set. Found by Spring's conversion because of its name. */
    public static WorkIdMap valueOf(String json) {
        if (json.isBlank()) {
            return new WorkIdMap();
        }
        Matcher object = OBJECT.matcher(json);
        if (!object.matches()) {
            throw malformed(json);
        }
        String entries = object.group(1);
        WorkIdMap map = new WorkIdMap();
        Matcher entry = ENTRY.matcher(entries);
        int end = 0;
        while (end < entries.stripTrailing().length()) {
            if (!entry.find(end) || entry.start() != end) {
                throw malformed(json);
            }
            if (map.put(entry.group(1), Integer.valueOf(entry.group(2))) != null) {
                throw new IllegalArgumentException("'" + entry.group(1) + "' is named twice");
            }
            end = entry.end();
        }
        return map;
    }

    private static IllegalArgumentException malformed(String json) {
        return new IllegalArgumentException(
                "must be JSON such as {\"10.0.0.1:8080\":1,\"10.0.0.2:8080\":2}, but is '" + json + "'");
    }
}
