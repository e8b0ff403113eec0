package io.leafid.workerid.zookeeper;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.WorkerIdException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The record of the layout that a namespace was begun with.
 *
 * @param nodes the registry
 * @param path where the record is
 */
record LayoutNode(ZkNodes nodes, String path) {

    /** Records the layout if none is recorded yet, and refuses another one. */
    void check(SnowflakeLayout configured) {
        Optional<ZkNode> recorded = nodes.read(path);
        if (recorded.isEmpty() && !nodes.commit(List.of(Change.create(path, written(configured))))) {
            recorded = nodes.read(path);
        }
        recorded.ifPresent(node -> compare(node, configured));
    }

    private void compare(ZkNode node, SnowflakeLayout configured) {
        SnowflakeLayout recorded = layout(node.data())
                .orElseThrow(() -> new WorkerIdException.BadAssignment(
                        "node %s should hold the layout of the namespace, but cannot be read; delete it if the layout is %s"
                                .formatted(path, configured)));
        if (!recorded.equals(configured)) {
            throw new WorkerIdException.LayoutMismatch(path, recorded, configured);
        }
    }

    private static FlatJson written(SnowflakeLayout layout) {
        return FlatJson.EMPTY
                .with("epoch", layout.epochMillis())
                .with("timestampBits", layout.timestampBits())
                .with("workerIdBits", layout.workerIdBits())
                .with("sequenceBits", layout.sequenceBits());
    }

    private static Optional<SnowflakeLayout> layout(FlatJson data) {
        OptionalLong epoch = data.number("epoch");
        if (epoch.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SnowflakeLayout(
                    epoch.getAsLong(),
                    bits(data, "timestampBits"),
                    bits(data, "workerIdBits"),
                    bits(data, "sequenceBits")));
        } catch (IllegalArgumentException ex) {
            return Optional.empty();
        }
    }

    /** Anything too large or absent becomes a number that no layout accepts. */
    private static int bits(FlatJson data, String name) {
        return (int) Math.min(SnowflakeLayout.TOTAL_BITS + 1, data.number(name).orElse(-1));
    }
}
