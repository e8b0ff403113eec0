package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A session between whose calls a test may do something, and which notes what it was asked. For one thread. */
final class WatchedNodes implements ZkNodes {

    /** The nodes that are open to every client, besides what the session says. */
    final Set<String> open = new HashSet<>();

    /** The changes that were asked for. */
    final List<List<NodeWrite>> commits = new ArrayList<>();

    /** What numbers of a sequence were taken for. */
    final List<String> sequential = new ArrayList<>();

    /** The parents of which all children were read. */
    final List<String> readInFull = new ArrayList<>();

    /** What the reading of an access list fails with, if it fails. */
    @Nullable WorkerIdException failing;

    /** What happens after a node was read. */
    Consumer<String> afterRead = path -> {};

    /** What happens before each change. */
    Runnable beforeCommit = () -> {};

    /** What happens before the next number of a sequence is taken. */
    Runnable beforeSequential = () -> {};

    /** Changes that are made, but said to have failed, as by a client that repeats them after an answer was lost. */
    Predicate<List<NodeWrite>> repeated = changes -> false;

    /** Changes that are made, but not answered. */
    Predicate<List<NodeWrite>> unheard = changes -> false;

    private final ZkNodes session;

    WatchedNodes(ZkNodes session) {
        this.session = session;
    }

    @Override
    public Optional<ZkNode> read(String path) {
        Optional<ZkNode> read = session.read(path);
        afterRead.accept(path);
        return read;
    }

    @Override
    public Children children(String path) {
        return session.children(path);
    }

    @Override
    public Map<String, ZkNode> readChildren(String path) {
        readInFull.add(path);
        return session.readChildren(path);
    }

    @Override
    public Map<String, ZkNode> readChildren(String path, Collection<String> names) {
        return session.readChildren(path, names);
    }

    @Override
    public Optional<List<String>> commitAll(List<NodeWrite> changes) {
        commits.add(changes);
        beforeCommit.run();
        Optional<List<String>> made = session.commitAll(changes);
        if (unheard.test(changes)) {
            throw new WorkerIdException.RegistryUnavailable("no answer", null);
        }
        return repeated.test(changes) ? Optional.empty() : made;
    }

    @Override
    public String createSequential(String prefix, JsonObject data) {
        sequential.add(prefix);
        beforeSequential.run();
        return session.createSequential(prefix, data);
    }

    @Override
    public void ensure(String path) {
        session.ensure(path);
    }

    @Override
    public boolean isOpen(String path) {
        if (failing != null) {
            throw failing;
        }
        return open.contains(path) || session.isOpen(path);
    }

    @Override
    public boolean awaitChange(ZkNode read, Duration atMost) {
        return session.awaitChange(read, atMost);
    }

    @Override
    public void sync() {
        session.sync();
    }

    @Override
    public long session() {
        return session.session();
    }

    @Override
    public Duration sessionTimeout() {
        return session.sessionTimeout();
    }

    @Override
    public boolean isConnected() {
        return session.isConnected();
    }

    @Override
    public String servers() {
        return session.servers();
    }
}
