package io.leafid.workerid.zookeeper;

import org.apache.zookeeper.common.PathUtils;

/**
 * Where the nodes of one set of generators lie. Within it a worker id is used by one process at a time, whatever the
 * mode. Immutable.
 *
 * <pre>
 * {root}/{name}/forever/{host}:{port}-NNNNNNNNNN   fixed worker ids, as the original Leaf has them
 * {root}/{name}/leases/{worker id}                 owner, token and ceiling
 * {root}/{name}/leaf_temporary/{host}:{port}       running processes and their clocks, ephemeral
 * {root}/{name}/layout                             epoch and bit widths
 * </pre>
 *
 * @param root absolute path above all namespaces
 * @param name name of the set, usually that of the application; without slashes
 */
public record ZooKeeperNamespace(String root, String name) {

    /** The root that the original Leaf uses. */
    public static final String DEFAULT_ROOT = "/snowflake";

    /** Checks that this makes a path. */
    public ZooKeeperNamespace {
        if (name.isBlank() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "the name of a namespace in ZooKeeper must be one path element, but is '%s'".formatted(name));
        }
        PathUtils.validatePath(root);
        PathUtils.validatePath(base(root, name));
    }

    String base() {
        return base(root, name);
    }

    private static String base(String root, String name) {
        return root.equals("/") ? "/" + name : root + "/" + name;
    }

    String forever() {
        return base() + "/forever";
    }

    String leases() {
        return base() + "/leases";
    }

    String temporary() {
        return base() + "/leaf_temporary";
    }

    String layout() {
        return base() + "/layout";
    }

    /** Where the best-known fork of the original keeps the worker ids in use in its {@code zk_recycle} mode. */
    String forkInUse() {
        return base() + "/recycle/inuse";
    }

    @Override
    public String toString() {
        return base();
    }
}
