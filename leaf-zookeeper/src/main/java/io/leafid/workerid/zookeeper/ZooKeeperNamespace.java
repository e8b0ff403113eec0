package io.leafid.workerid.zookeeper;

import io.leafid.settings.Ranges;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Place of the nodes of one set of generators. Within it a worker id is used by one process at a time, whatever the
 * mode. Immutable.
 *
 * <pre>
 * {root}/{name}/forever/{host}:{port}-NNNNNNNNNN   fixed worker ids, as the original Leaf has them
 * {root}/{name}/leases/{worker id}                 owner, token and ceiling
 * {root}/{name}/leaf_temporary/{host}:{port}       running processes and their clocks, ephemeral
 * {root}/{name}/layout                             epoch and bit widths
 * {root}/{name}/clocks/clock-NNNNNNNNNN            what tells ZooKeeper's time to a start, gone at once
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
        Ranges.check()
                .require(isElement(name), "name", name, "must be one part of a path, without slashes")
                .require(
                        root.equals("/") || isPath(root),
                        "root",
                        root,
                        "must begin with a slash and end without one",
                        "Set {root}=/snowflake.")
                .orThrow();
    }

    private static boolean isPath(String path) {
        return path.startsWith("/")
                && Stream.of(path.substring(1).split("/", -1)).allMatch(ZooKeeperNamespace::isElement);
    }

    /** The names that ZooKeeper takes for a node. */
    private static boolean isElement(String name) {
        return !name.isBlank()
                && !name.equals(".")
                && !name.equals("..")
                && name.chars().noneMatch(each -> each == '/' || isReserved(each));
    }

    private static boolean isReserved(int each) {
        return Character.isISOControl(each) || (each >= '\ud800' && each <= '\uf8ff') || each >= '\ufff0';
    }

    /** The paths from the top down to the base, and the one above the leases. */
    Stream<String> parents() {
        List<String> parents = new ArrayList<>(List.of("/"));
        for (int end = base().indexOf('/', 1); end > 0; end = base().indexOf('/', end + 1)) {
            parents.add(base().substring(0, end));
        }
        parents.addAll(List.of(base(), leases()));
        return parents.stream();
    }

    String base() {
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

    String clocks() {
        return base() + "/clocks";
    }

    /** The place where the best-known fork of the original keeps the worker ids in use in its {@code zk_recycle} mode. */
    String forkInUse() {
        return fork() + "/inuse";
    }

    /** The path of those that its nodes may take. */
    String forkNotInUse() {
        return fork() + "/notuse";
    }

    /** All that it keeps in that mode. */
    String fork() {
        return base() + "/recycle";
    }

    @Override
    public String toString() {
        return base();
    }
}
