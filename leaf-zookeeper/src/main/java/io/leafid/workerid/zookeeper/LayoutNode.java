package io.leafid.workerid.zookeeper;

import io.leafid.SnowflakeLayout;
import io.leafid.json.JsonObject;
import io.leafid.workerid.LayoutNumbers;
import io.leafid.workerid.NamespaceRecord;
import io.leafid.workerid.WorkerIdException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The node that holds the record of the layout and the mode of a namespace.
 *
 * @param nodes the registry
 * @param of the namespace
 * @param processes tell the registry's time
 */
record LayoutNode(ZkNodes nodes, ZooKeeperNamespace of, EphemeralNodes processes)
        implements NamespaceRecord.Place<ZkNode> {

    private static final String EPOCH = "epoch";
    private static final List<String> WIDTHS = List.of("timestampBits", "workerIdBits", "sequenceBits");
    private static final String MODE = "mode";
    private static final String FLOOR = "startMillis";
    private static final String DELETED = "deletedLeases";

    private String path() {
        return of.layout();
    }

    @Override
    public String namespace() {
        return path();
    }

    @Override
    public String name() {
        return "node " + path();
    }

    @Override
    public Optional<ZkNode> read() {
        return nodes.read(path());
    }

    /** ZooKeeper counts what was ever created and deleted below a node: nothing was deleted, from the top down to this namespace. */
    @Override
    public boolean isNew() {
        return of.parents().allMatch(parent -> nodes.children(parent).deletions(parent.equals("/")) == 0);
    }

    /** By the time of the last report of this process. */
    @Override
    public long ageMillis(ZkNode found) {
        return processes.registryMillis() - found.mtime();
    }

    @Override
    public NamespaceRecord recordOf(ZkNode found) {
        JsonObject data = found.data();
        OptionalLong epoch = data.number(EPOCH);
        Optional<String> mode = data.text(MODE);
        Stream<Long> widths = WIDTHS.stream().map(width -> data.number(width).orElse(-1));
        SnowflakeLayout layout = new LayoutNumbers(epoch.orElse(0), widths.toList())
                .layout()
                .filter(readable -> epoch.isPresent() && mode.isPresent())
                .orElseThrow(() -> new WorkerIdException.BadAssignment(
                        "node %s should hold the layout of the namespace, but cannot be read; delete it if no other instance runs"
                                .formatted(path())));
        return new NamespaceRecord(layout, mode.get(), data.number(FLOOR).orElse(0));
    }

    @Override
    public boolean create(NamespaceRecord wanted) {
        return nodes.commit(List.of(NodeWrite.create(path(), json(wanted))));
    }

    @Override
    public boolean replace(ZkNode found, NamespaceRecord wanted) {
        return nodes.commit(List.of(NodeWrite.write(found, json(wanted))));
    }

    /** Returns whether the node was not written since it was read. */
    boolean stands(ZkNode found) {
        return read().filter(now -> now.mzxid() == found.mzxid()).isPresent();
    }

    /** Returns whether no lease was deleted since the node was written, nor their parent, with which the count begins anew. */
    boolean isComplete(ZkNode found) {
        ZkNodes.Children leases = nodes.children(of.leases());
        return leases.deletions(false) == found.data().number(DELETED).orElse(0)
                && leases.parent().getCzxid() < found.mzxid();
    }

    private JsonObject json(NamespaceRecord namespace) {
        LayoutNumbers numbers = LayoutNumbers.of(namespace.layout());
        JsonObject data = JsonObject.EMPTY.with(EPOCH, numbers.epochMillis());
        for (int i = 0; i < WIDTHS.size(); i++) {
            data = data.with(WIDTHS.get(i), numbers.bits().get(i));
        }
        JsonObject moded = data.with(MODE, namespace.mode());
        JsonObject begun = (namespace.floorMillis() == 0) ? moded : moded.with(FLOOR, namespace.floorMillis());
        int deleted = nodes.children(of.leases()).deletions(false); // ever
        return (deleted == 0) ? begun : begun.with(DELETED, deleted);
    }
}
