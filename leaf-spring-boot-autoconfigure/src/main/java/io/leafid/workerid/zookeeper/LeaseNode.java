package io.leafid.workerid.zookeeper;

import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdLease;

/**
 * Who may use a worker id, and up to when. Immutable.
 *
 * @param node the node that says so, as it was read
 * @param owner the owner's identity
 * @param token names the owner's hold on it
 * @param ceilingMillis end of the time reserved, exclusive, in milliseconds since 1970
 * @param reportedMillis when the owner wrote this, by its own clock
 * @param isReleased whether the owner has given it back
 */
record LeaseNode(ZkNode node, String owner, String token, long ceilingMillis, long reportedMillis, boolean isReleased) {

    /** A time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    private static final String HELD = "held";
    private static final String RELEASED = "released";

    /** Reads a lease. One that makes no sense counts as held for ever, because its ceiling is unknown. */
    static LeaseNode of(ZkNode node) {
        FlatJson data = node.data();
        return new LeaseNode(
                node,
                data.text("owner").orElse("unreadable node " + node.path()),
                data.text("token").orElse(""),
                data.number("ceiling").orElse(NEVER),
                data.number("reported").orElse(NEVER), // then no mark is known to be later
                data.text("state").filter(RELEASED::equals).isPresent());
    }

    /** What a lease says while it is held. */
    static FlatJson held(String owner, WorkerIdLease claim, long reportedMillis) {
        return data(owner, claim.token(), claim.ceilingMillis(), HELD).with("reported", reportedMillis);
    }

    /** What a lease says that was given back. */
    static FlatJson released(String owner, String token, long usedUpToMillis) {
        return data(owner, token, usedUpToMillis, RELEASED).with("reported", usedUpToMillis);
    }

    /** The first millisecond that may be used with the worker id. */
    long floorFor(int workerId, LeaseRequest request) {
        return request.floorFor(workerId, token, ceilingMillis, reportedMillis);
    }

    private static FlatJson data(String owner, String token, long ceilingMillis, String state) {
        return FlatJson.EMPTY
                .with("owner", owner)
                .with("token", token)
                .with("ceiling", ceilingMillis)
                .with("state", state);
    }
}
