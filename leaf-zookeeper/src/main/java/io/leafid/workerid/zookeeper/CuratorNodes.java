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
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.curator.framework.api.transaction.TransactionOp;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Nodes of a ZooKeeper that Curator is connected to. Thread-safe. Every call ends after the time-outs of the client at the latest. */
final class CuratorNodes implements ZkNodes {

    private static final Set<Code> CONDITIONS = Set.of(Code.BADVERSION, Code.NODEEXISTS, Code.NONODE);
    private static final Set<Code> REFUSALS = Set.of(Code.NOAUTH, Code.AUTHFAILED, Code.INVALIDACL);

    private static final Set<Code> LOSSES = Set.of(Code.CONNECTIONLOSS, Code.SESSIONEXPIRED);
    private static final int REPETITIONS = 2;

    private final CuratorFramework client;

    CuratorNodes(CuratorFramework client) {
        this.client = client;
    }

    @Override
    public Optional<ZkNode> read(String path) {
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

    @Override
    public Children children(String path) {
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

    @Override
    public Map<String, ZkNode> readChildren(String path, Collection<String> names) {
        List<String> possible = names.stream().filter(ChildrenReader::isName).toList();
        return possible.isEmpty()
                ? Map.of()
                : ask(
                        "read the children of",
                        path,
                        () -> new ChildrenReader(client, connectionTimeout()).read(path, possible));
    }

    @Override
    public Optional<List<String>> commitAll(List<NodeWrite> changes) {
        return call("confirm a change of", changes.get(0).path(), () -> {
            List<CuratorOp> operations = new ArrayList<>();
            for (NodeWrite change : changes) {
                operations.add(operation(change, client.transactionOp()));
            }
            try {
                return Optional.of(client.transaction().forOperations(operations).stream()
                        .map(CuratorNodes::path)
                        .toList());
            } catch (KeeperException ex) {
                if (CONDITIONS.contains(ex.code())) {
                    return Optional.empty();
                }
                throw ex;
            }
        });
    }

    /** Only of what was created the client says the path, which may have got a number. */
    private static String path(CuratorTransactionResult made) {
        String created = made.getResultPath();
        return (created != null) ? created : made.getForPath();
    }

    private static CuratorOp operation(NodeWrite change, TransactionOp ops) throws Exception {
        byte[] data = change.data().bytes();
        return switch (change.kind()) {
            case CREATE -> ops.create().forPath(change.path(), data);
            case CREATE_EPHEMERAL -> ops.create().withMode(CreateMode.EPHEMERAL).forPath(change.path(), data);
            case CREATE_SEQUENTIAL_EPHEMERAL ->
                ops.create().withMode(CreateMode.EPHEMERAL_SEQUENTIAL).forPath(change.path(), data);
            case WRITE -> ops.setData().withVersion(change.version()).forPath(change.path(), data);
            case DELETE -> ops.delete().withVersion(change.version()).forPath(change.path());
            case CHECK -> ops.check().withVersion(change.version()).forPath(change.path());
        };
    }

    @Override
    public String createSequential(String prefix, JsonObject data) {
        return call(
                "create",
                prefix,
                () -> client.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                        .forPath(prefix, data.bytes()));
    }

    @Override
    public void ensure(String path) {
        ask("confirm the creation of", path, () -> {
            if (client.checkExists().forPath(path) == null) {
                createIfAbsent(path);
            }
            return path;
        });
    }

    @Override
    public boolean isOpen(String path) {
        return ask("read the access list of", path, () -> {
            try {
                return client.getACL().forPath(path).stream().anyMatch(CuratorNodes::isOpen);
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

    @Override
    public boolean awaitChange(ZkNode read, Duration atMost) {
        return call("watch", read.path(), () -> {
            CountDownLatch changed = new CountDownLatch(1);
            Watcher watcher = event -> {
                if (event.getType() != Watcher.Event.EventType.None) { // else it is about the connection
                    changed.countDown();
                }
            };
            return isChanged(read, client.checkExists().usingWatcher(watcher).forPath(read.path()))
                    || changed.await(Math.max(0, atMost.toMillis()), TimeUnit.MILLISECONDS)
                    || isChanged(
                            read,
                            client.checkExists()
                                    .forPath(read.path())); // the session may have ended, and the watch with it
        });
    }

    private static boolean isChanged(ZkNode read, @Nullable Stat now) {
        return now == null || now.getMzxid() != read.mzxid();
    }

    @Override
    public void sync() {
        call("sync", "/", () -> {
            client.getZookeeperClient().getZooKeeper().sync("/", (code, path, context) -> {}, null);
            return client; // the reads queue behind it
        });
    }

    @Override
    public long session() {
        return call(
                "ask for the session of",
                "/",
                () -> client.getZookeeperClient().getZooKeeper().getSessionId());
    }

    @Override
    public Duration sessionTimeout() {
        return Duration.ofMillis(client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs());
    }

    @Override
    public boolean isConnected() {
        return client.getZookeeperClient().isConnected();
    }

    private Duration connectionTimeout() {
        return Duration.ofMillis(client.getZookeeperClient().getConnectionTimeoutMs());
    }

    private String address() {
        return client.getZookeeperClient().getCurrentConnectionString();
    }

    @Override
    public String servers() {
        String[] parts = address().split("/", 2);
        String sorted = Arrays.stream(parts[0].toLowerCase(Locale.ROOT).split(",", -1))
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
    private <T> T ask(String verb, String path, Callable<T> call) {
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

    private <T> T call(String verb, String path, Callable<T> call) {
        try {
            requireConnection();
            return call.call();
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
}
