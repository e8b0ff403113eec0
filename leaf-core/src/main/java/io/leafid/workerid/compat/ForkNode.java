package io.leafid.workerid.compat;

import io.leafid.json.JsonObject;
import io.leafid.text.Digits;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A node of the fork's mode {@code zk_recycle}: {@code workId:N}, which says {@code lastUsedIp}, {@code lastUsedPort} and
 * {@code lastUsedTimestamp}. Stateless.
 */
public final class ForkNode {

    private static final String PREFIX = "workId:";
    private static final int MAX_DIGITS = 9;

    private ForkNode() {}

    /** The worker id that a node stands for; empty if its name is not one of the fork's. */
    public static OptionalInt workerId(String name) {
        OptionalLong number = name.startsWith(PREFIX)
                ? Digits.parse(name.substring(PREFIX.length()), MAX_DIGITS)
                : OptionalLong.empty();
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    /** The last user, as {@code host:port}. */
    public static String owner(JsonObject payload) {
        return payload.text("lastUsedIp").orElse("?") + ":"
                + payload.text("lastUsedPort").orElse("?");
    }

    /** The time that the node says was used; empty if it does not say. */
    public static OptionalLong reportedMillis(JsonObject payload) {
        return payload.number("lastUsedTimestamp");
    }
}
