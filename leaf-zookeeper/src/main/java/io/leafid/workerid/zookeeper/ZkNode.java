package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import java.nio.charset.StandardCharsets;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Node as it was read. Immutable.
 *
 * @param path where it is
 * @param data what it says
 * @param version how often it was written
 * @param mzxid the transaction that last wrote it
 * @param mtime when that was, in milliseconds since 1970 by the registry's clock
 * @param session the session that it lives as long as; 0 if it is not ephemeral
 */
record ZkNode(String path, JsonObject data, int version, long mzxid, long mtime, long session) {

    /** Longer data is not what any node of Leaf or of the original holds. */
    private static final int MAX_LENGTH = 4_096;

    static ZkNode of(String path, byte @Nullable [] data, Stat stat) {
        return new ZkNode(
                path, read(data), stat.getVersion(), stat.getMzxid(), stat.getMtime(), stat.getEphemeralOwner());
    }

    /** The data as an object. Data that are no flat object, or none at all, read as an empty one: any client may write to a node. */
    private static JsonObject read(byte @Nullable [] data) {
        if (data == null) {
            return JsonObject.EMPTY;
        }
        try {
            return JsonObject.read(new String(data, StandardCharsets.UTF_8), MAX_LENGTH);
        } catch (IllegalArgumentException ex) {
            return JsonObject.EMPTY;
        }
    }
}
