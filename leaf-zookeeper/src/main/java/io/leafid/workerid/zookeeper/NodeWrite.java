package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import java.util.Optional;

/**
 * One conditional change of a node; several are made together or not at all. Immutable.
 *
 * @param kind what is done
 * @param path the node; before its number, if it gets one
 * @param data what it says then; empty if it is deleted
 * @param version as which it was read; -1 if it does not matter or there was none
 * @param former what it said then; empty if it is not written
 */
record NodeWrite(Kind kind, String path, JsonObject data, int version, JsonObject former) {

    private static final int ANY = -1;

    /** Kind of a change. */
    enum Kind {
        CREATE,
        /** The node goes with the session. */
        CREATE_EPHEMERAL,
        /** It also takes the next number of the sequence. */
        CREATE_SEQUENTIAL_EPHEMERAL,
        WRITE,
        DELETE,
        /** Nothing is done, but the others are not made unless the node is there. */
        CHECK
    }

    /** A change that is not taken back to what the node said. */
    NodeWrite(Kind kind, String path, JsonObject data, int version) {
        this(kind, path, data, version, JsonObject.EMPTY);
    }

    /** Creates a node, if there is none. */
    static NodeWrite create(String path, JsonObject data) {
        return new NodeWrite(Kind.CREATE, path, data, ANY);
    }

    /** Creates a node that goes with the session, if there is none. */
    static NodeWrite createEphemeral(String path, JsonObject data) {
        return new NodeWrite(Kind.CREATE_EPHEMERAL, path, data, ANY);
    }

    /** Creates a node that takes the next number of the sequence and goes with the session. */
    static NodeWrite createSequentialEphemeral(String prefix, JsonObject data) {
        return new NodeWrite(Kind.CREATE_SEQUENTIAL_EPHEMERAL, prefix, data, ANY);
    }

    /** Writes a node, if it is as it was read. */
    static NodeWrite write(ZkNode read, JsonObject data) {
        return new NodeWrite(Kind.WRITE, read.path(), data, read.version(), read.data());
    }

    /** Deletes a node, if it is as it was read. */
    static NodeWrite delete(ZkNode read) {
        return new NodeWrite(Kind.DELETE, read.path(), JsonObject.EMPTY, read.version());
    }

    /** Changes nothing, and demands that a node is as it was read. */
    static NodeWrite check(ZkNode read) {
        return new NodeWrite(Kind.CHECK, read.path(), JsonObject.EMPTY, read.version());
    }

    /** Deletes what was created, or writes what it said before, if that was not written to since; nothing of any other change. */
    Optional<NodeWrite> undoing() {
        return switch (kind) {
            case CREATE -> Optional.of(new NodeWrite(Kind.DELETE, path, JsonObject.EMPTY, 0));
            case WRITE -> Optional.of(new NodeWrite(Kind.WRITE, path, former, version + 1));
            case CREATE_EPHEMERAL, CREATE_SEQUENTIAL_EPHEMERAL, DELETE, CHECK -> Optional.empty();
        };
    }

    /** Deletes a node, whatever it says. */
    static NodeWrite delete(String path) {
        return new NodeWrite(Kind.DELETE, path, JsonObject.EMPTY, ANY);
    }
}
