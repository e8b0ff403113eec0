package io.leafid.autoconfigure.properties;

import io.leafid.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Worker ids by {@code host:port}. A type of its own so that it can be written as a map with bracketed keys, and also as
 * the one line of JSON that the well-known fork of the original used.
 *
 * <p>Mutable only because the binder fills it; it is never changed afterwards.
 */
final class WorkIdMap extends LinkedHashMap<String, Integer> {

    private static final long serialVersionUID = 1L;

    /** Room for 1 024 instances with long names. */
    private static final int MAX_LENGTH = 256 * 1024;

    private static final long MAX_WORKER_ID = 999_999_999;

    /** Reads the JSON form; blank text means that nothing is set. Found by Spring's conversion because of its name. */
    public static WorkIdMap valueOf(String json) {
        if (json.isBlank()) {
            return new WorkIdMap();
        }
        WorkIdMap map = new WorkIdMap();
        fields(json).forEach((owner, workerId) -> {
            if (!(workerId instanceof Long id) || id < 0 || id > MAX_WORKER_ID) {
                throw malformed(json, "'%s' has no worker id".formatted(owner));
            }
            map.put(owner, id.intValue());
        });
        return map;
    }

    private static Map<String, Object> fields(String json) {
        try {
            return JsonObject.read(json, MAX_LENGTH).fields();
        } catch (IllegalArgumentException ex) {
            throw malformed(json, String.valueOf(ex.getMessage()));
        }
    }

    private static IllegalArgumentException malformed(String json, String reason) {
        return new IllegalArgumentException(
                "must be JSON such as {\"10.0.0.1:8080\":1,\"10.0.0.2:8080\":2}, but is '%s': %s"
                        .formatted(json, reason));
    }
}
