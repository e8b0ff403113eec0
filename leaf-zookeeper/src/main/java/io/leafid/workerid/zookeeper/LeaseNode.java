package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdUse;

/**
 * Node that says who may use a worker id, and up to when. Immutable.
 *
 * @param node the node that says so, as it was read
 * @param owner the owner's identity
 * @param token names the owner's hold on it
 * @param ceilingMillis end of the time reserved, exclusive, in milliseconds since 1970
 * @param reportedMillis when the owner wrote this, by its own clock
 * @param isReleased whether the owner has given it back
 */
record LeaseNode(ZkNode node, String owner, String token, long ceilingMillis, long reportedMillis, boolean isReleased) {

    private static final String HELD = "held";
    private static final String RELEASED = "released";

    /** Reads a lease. One that makes no sense counts as held for ever, because its ceiling is unknown. */
    static LeaseNode of(ZkNode node) {
        JsonObject data = node.data();
        return new LeaseNode(
                node,
                data.text("owner").orElse("unreadable node " + node.path()),
                data.text("token").orElse(""),
                data.number("ceiling").orElse(WorkerIdUse.NEVER),
                data.number("reported").orElse(WorkerIdUse.NEVER), // then no mark is known to be later
                data.text("state").filter(RELEASED::equals).isPresent());
    }

    static JsonObject held(String owner, WorkerIdLease lease, long reportedMillis) {
        return data(owner, lease.token(), lease.ceilingMillis(), HELD).with("reported", reportedMillis);
    }

    /** The data of a lease that was given back. */
    static JsonObject released(String owner, String token, long usedUpToMillis) {
        return data(owner, token, usedUpToMillis, RELEASED).with("reported", usedUpToMillis);
    }

    /** The same lease of an owner that has used nothing from a time on. */
    LeaseNode unusedFrom(long millis) {
        return new LeaseNode(node, owner, token, millis, reportedMillis, true);
    }

    /** The same lease that another has used the worker id after, who left no token. */
    LeaseNode outlived() {
        return new LeaseNode(node, owner, "", ceilingMillis, reportedMillis, isReleased);
    }

    /** The first millisecond that may be used with the worker id. */
    long floorFor(int workerId, LeaseRequest request) {
        return request.floorFor(workerId, token, ceilingMillis, reportedMillis);
    }

    /** The use of the worker id, which an owner has up to a time; 0 if none has. */
    WorkerIdUse use(long takenUntilMillis) {
        return new WorkerIdUse(owner, token, ceilingMillis, reportedMillis, 0, takenUntilMillis);
    }

    private static JsonObject data(String owner, String token, long ceilingMillis, String state) {
        return JsonObject.EMPTY
                .with("owner", owner)
                .with("token", token)
                .with("ceiling", ceilingMillis)
                .with("state", state);
    }
}
