package io.leafid.workerid.compat;

import io.leafid.json.JsonObject;
import io.leafid.text.Digits;
import io.leafid.workerid.NodeIdentity;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A node of the original Leaf: {@code host:port-NNNNNNNNNN}, where the number is the worker id, which says
 * {@code {"ip":…,"port":…,"timestamp":…}}. Immutable.
 *
 * @param name the name of the node
 * @param owner the identity that has the worker id, as {@code host:port}
 * @param workerId the worker id
 */
public record OriginalNode(String name, String owner, int workerId) {

    private static final int MAX_DIGITS = 10; // of a sequence number in ZooKeeper

    /** Reads the name of a node; empty if it is not one of the original's. */
    public static Optional<OriginalNode> parse(String name) {
        int dash = name.lastIndexOf('-');
        if (dash < 1) {
            return Optional.empty();
        }
        OptionalLong number = Digits.parse(name.substring(dash + 1), MAX_DIGITS);
        return (number.isPresent() && number.getAsLong() <= Integer.MAX_VALUE)
                ? Optional.of(new OriginalNode(name, name.substring(0, dash), (int) number.getAsLong()))
                : Optional.empty();
    }

    public static String name(NodeIdentity identity, int workerId) {
        return String.format(
                Locale.ROOT, "%s-%010d", identity, workerId); // ZooKeeper writes these digits, whatever the locale
    }

    /** Returns whether the node is that of an identity. */
    public boolean isOf(NodeIdentity identity) {
        return name.equals(name(identity, workerId));
    }

    /** The report of such a node. */
    public static JsonObject payload(NodeIdentity identity, long usedUpToMillis) {
        return JsonObject.EMPTY
                .with("ip", identity.host())
                .with("port", Integer.toString(identity.port()))
                .with("timestamp", usedUpToMillis);
    }

    /** The time that a node says was used; empty if it does not say. */
    public static OptionalLong reportedMillis(JsonObject payload) {
        return payload.number("timestamp");
    }
}
