package io.leafid.workerid.zookeeper;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.WorkerIdException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The record of the layout and the mode that a namespace was begun with.
 *
 * @param nodes the registry
 * @param path where the record is
 */
record LayoutNode(ZkNodes nodes, String path) {

    private static final String MODE = "mode";
    private static final int ATTEMPTS = 5;

    /**
     * Records layout and mode if none is recorded yet, and refuses others.
     *
     * @throws WorkerIdException.LayoutMismatch if another layout is recorded
     * @throws WorkerIdException.ModeMismatch if another mode is
     */
    void check(SnowflakeLayout configured, String mode) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<ZkNode> recorded = nodes.read(path);
            boolean isSettled = recorded.isPresent()
                    ? isRecorded(recorded.get(), configured, mode)
                    : nodes.commit(List.of(NodeWrite.create(path, written(configured, mode))));
            if (isSettled) {
                return;
            }
        }
        throw new WorkerIdException.RegistryUnavailable(
                "node %s changes faster than it can be read".formatted(path), null);
    }

    private boolean isRecorded(ZkNode node, SnowflakeLayout configured, String mode) {
        SnowflakeLayout recorded = layout(node.data())
                .orElseThrow(() -> new WorkerIdException.BadAssignment(
                        "node %s should hold the layout of the namespace, but cannot be read; delete it if the layout is %s"
                                .formatted(path, configured)));
        if (!recorded.equals(configured)) {
            throw new WorkerIdException.LayoutMismatch(path, recorded, configured);
        }
        Optional<String> recordedMode = node.data().text(MODE);
        if (recordedMode.isEmpty()) { // begun by a version that recorded no mode
            return nodes.commit(List.of(NodeWrite.write(node, node.data().with(MODE, mode))));
        }
        if (!recordedMode.get().equals(mode)) {
            throw new WorkerIdException.ModeMismatch("node " + path, recordedMode.get(), mode);
        }
        return true;
    }

    private static FlatJson written(SnowflakeLayout layout, String mode) {
        return FlatJson.EMPTY
                .with("epoch", layout.epochMillis())
                .with("timestampBits", layout.timestampBits())
                .with("workerIdBits", layout.workerIdBits())
                .with("sequenceBits", layout.sequenceBits())
                .with(MODE, mode);
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
