package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.text.DurationText;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * Reads and conditional changes of nodes. Thread-safe. Every call either knows its outcome or throws
 * {@link WorkerIdException.RegistryUnavailable}, after the time-outs of the client at the latest.
 */
final class ZkNodes {

    private static final Set<Code> CONDITIONS = Set.of(Code.BADVERSION, Code.NODEEXISTS, Code.NONODE);
    private static final Set<Code> REFUSALS = Set.of(Code.NOAUTH, Code.AUTHFAILED, Code.INVALIDACL);

    private static final Set<Code> LOSSES = Set.of(Code.CONNECTIONLOSS, Code.SESSIONEXPIRED);
    private static final int REPETITIONS = 2;

    private final CuratorFramework client;

    ZkNodes(CuratorFramework client) {
        this.client = client;
    }

    /** The node, if there is one. */
    Optional<ZkNode> read(String path) {
        return ask("read", path, () -> {
            Stat stat = new Stat();
            try {
                byte[] data = client.getData().storingStatIn(stat).forPath(path);
                return Optional.of(ZkNode.of(path, data, stat));
            } catch (KeeperException.NoNodeException ex) {
                return Optional.empty();
            }
        });
    }

    /** The names of the children, and what the parent says about them; empty if there is no parent. */
    Children children(String path) {
        return ask("list", path, () -> {
            Stat stat = new Stat();
            try {
                List<String> names = client.getChildren().storingStatIn(stat).forPath(path);
                return new Children(names, stat);
            } catch (KeeperException.NoNodeException ex) {
                return new Children(List.of(), stat);
            }
        });
    }

    /** All children by name, read in one go. */
    Map<String, ZkNode> readChildren(String path) {
        return readChildren(path, children(path).names());
    }

    /** Those children by name that are there, read in one go; what is no name at all is not there. */
    Map<String, ZkNode> readChildren(String path, Collection<String> names) {
        List<String> possible = names.stream().filter(ChildrenReader::isName).toList();
        return possible.isEmpty()
                ? Map.of()
                : ask(
                        "read the children of",
                        path,
                        () -> new ChildrenReader(client, connectionTimeout()).read(path, possible));
    }

    /** Makes all of the changes and returns true, or none and returns false because a condition did not hold. */
    boolean commit(List<NodeWrite> changes) {
        return !results(changes).isEmpty();
    }

    /** What came of the changes; empty if a condition did not hold. */
    List<CuratorTransactionResult> results(List<NodeWrite> changes) {
        return call("confirm a change of", changes.get(0).path(), () -> {
            List<CuratorOp> operations = new ArrayList<>();
            for (NodeWrite change : changes) {
                operations.add(change.operation().in(client.transactionOp()));
            }
            try {
                return client.transaction().forOperations(operations);
            } catch (KeeperException ex) {
                if (CONDITIONS.contains(ex.code())) {
                    return List.of();
                }
                throw ex;
            }
        });
    }

    /** Creates a lasting node with the next number of the sequence and returns its path. */
    String createSequential(String prefix, JsonObject data) {
        return call(
                "create",
                prefix,
                () -> client.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                        .forPath(prefix, data.bytes()));
    }

    /** Creates a node and those above it, unless they are there. */
    void ensure(String path) {
        ask("confirm the creation of", path, () -> {
            if (client.checkExists().forPath(path) == null) {
                createIfAbsent(path);
            }
            return path;
        });
    }

    /** Whether everyone who reaches ZooKeeper may change a node. */
    boolean isOpen(String path) {
        return ask("read the access list of", path, () -> {
            try {
                return client.getACL().forPath(path).stream().anyMatch(ZkNodes::isOpen);
            } catch (KeeperException.NoNodeException | KeeperException.NoAuthException ex) {
                return false;
            }
        });
    }

    private static boolean isOpen(ACL entry) {
        return ZooDefs.Ids.ANYONE_ID_UNSAFE.equals(entry.getId()) && (entry.getPerms() & ~ZooDefs.Perms.READ) != 0;
    }

    private void createIfAbsent(String path) throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
        } catch (KeeperException.NodeExistsException ex) {
            // Another node was quicker, and there it is.
        }
    }

    /** Waits until a node is written or deleted after it was read; false if nothing happens to it in that time. */
    boolean awaitChange(ZkNode read, Duration atMost) {
        return call("watch", read.path(), () -> {
            CountDownLatch changed = new CountDownLatch(1);
            Watcher watcher = event -> changed.countDown();
            Stat now = client.checkExists().usingWatcher(watcher).forPath(read.path());
            return now == null
                    || now.getMzxid() != read.mzxid()
                    || changed.await(Math.max(0, atMost.toMillis()), TimeUnit.MILLISECONDS);
        });
    }

    /** Lets the reads that follow see everything that was written before, whichever server they go to. */
    void sync() {
        call("sync", "/", () -> {
            client.getZookeeperClient().getZooKeeper().sync("/", (code, path, context) -> {}, null);
            return client; // the reads queue behind it
        });
    }

    /** The session that this client has now. */
    long session() {
        return call(
                "ask for the session of",
                "/",
                () -> client.getZookeeperClient().getZooKeeper().getSessionId());
    }

    /** How long ZooKeeper waits before it takes a silent client for dead. */
    Duration sessionTimeout() {
        return Duration.ofMillis(client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs());
    }

    boolean isConnected() {
        return client.getZookeeperClient().isConnected();
    }

    private Duration connectionTimeout() {
        return Duration.ofMillis(client.getZookeeperClient().getConnectionTimeoutMs());
    }

    private String address() {
        return client.getZookeeperClient().getCurrentConnectionString();
    }

    /** The servers and the path to begin at, however they were listed. */
    String servers() {
        String[] parts = address().toLowerCase(Locale.ROOT).split("/", 2);
        String sorted = Arrays.stream(parts[0].split(",", -1))
                .map(String::strip)
                .sorted()
                .collect(Collectors.joining(","));
        String base = Stream.of((parts.length > 1) ? parts[1] : "", client.getNamespace())
                .filter(part -> !part.isEmpty())
                .map("/"::concat)
                .collect(Collectors.joining());
        return sorted + base;
    }

    /** As {@link #call}, for what may be repeated: a connection that has just broken is given the time to come back. */
    private <T> T ask(String verb, String path, Call<T> call) {
        for (int again = REPETITIONS; again > 0; again--) {
            try {
                return call(verb, path, call);
            } catch (WorkerIdException.RegistryUnavailable ex) {
                if (!(ex.getCause() instanceof KeeperException lost) || !LOSSES.contains(lost.code())) {
                    throw ex;
                }
            }
        }
        return call(verb, path, call);
    }

    private <T> T call(String verb, String path, Call<T> call) {
        try {
            requireConnection();
            return call.run();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new WorkerIdException.RegistryUnavailable(
                    "interrupted while ZooKeeper %s was asked to %s %s".formatted(address(), verb, path), ex);
        } catch (KeeperException ex) {
            String what = "ZooKeeper %s did not %s %s: %s".formatted(address(), verb, path, ex.code());
            throw REFUSALS.contains(ex.code())
                    ? new WorkerIdException.RegistryUnavailable(
                            what + "; check the digest and the access list of the node",
                            ex,
                            WorkerIdComponent.CREDENTIALS)
                    : new WorkerIdException.RegistryUnavailable(what, ex);
        } catch (WorkerIdException ex) {
            throw ex;
        } catch (Exception ex) {
            throw new WorkerIdException.RegistryUnavailable(
                    "the client of ZooKeeper %s could not %s %s".formatted(address(), verb, path), ex);
        }
    }

    private void requireConnection() throws InterruptedException {
        CuratorZookeeperClient connection = client.getZookeeperClient();
        if (!connection.isConnected() && !connection.blockUntilConnectedOrTimedOut()) {
            throw new WorkerIdException.RegistryUnavailable(
                    "no connection to ZooKeeper %s within %s"
                            .formatted(address(), DurationText.of(connectionTimeout())),
                    null);
        }
    }

    /**
     * The children of a node.
     *
     * @param names their names
     * @param parent what ZooKeeper keeps about the parent
     */
    record Children(List<String> names, Stat parent) {

        /** The number that the next sequential child will get: how many were ever created. */
        long nextNumber() {
            return ((long) parent.getCversion() + parent.getNumChildren()) / 2; // each deletion counts once more
        }
    }

    /** A use of the client. */
    @FunctionalInterface
    private interface Call<T> {

        T run() throws Exception;
    }
}
