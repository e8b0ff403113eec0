package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.workerid.Wire;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Client of the ZooKeeper in memory: a session, over a line, to a server that may lag behind. For one thread at a time. */
final class SimulatedZkNodes implements ZkNodes {

    private final SimulatedZooKeeper server;
    private final Wire wire;
    private volatile long session;
    private long lag;
    private long seen;

    SimulatedZkNodes(SimulatedZooKeeper server, Wire wire) {
        this.server = server;
        this.wire = wire;
    }

    void expire() {
        server.expire(session);
    }

    void lag(long changes) {
        lag = changes;
    }

    /** A read repeats itself in a new session, as the real client does. */
    private <T> T ask(Function<Long, T> read) {
        return wire.call(() -> {
            connect();
            seen = Math.max(seen, server.zxid() - lag);
            return read.apply(seen);
        });
    }

    private void connect() {
        if (!server.isOpen(session)) {
            session = server.openSession();
        }
    }

    @Override
    public Optional<ZkNode> read(String path) {
        return ask(at -> server.read(path, at));
    }

    @Override
    public Children children(String path) {
        return ask(at -> server.children(path, at));
    }

    @Override
    public Map<String, ZkNode> readChildren(String path, Collection<String> names) {
        return ask(at -> {
            Map<String, ZkNode> found = new TreeMap<>();
            names.stream()
                    .filter(ChildrenReader::isName)
                    .forEach(name -> server.read(path + "/" + name, at).ifPresent(node -> found.put(name, node)));
            return found;
        });
    }

    @Override
    public Optional<List<String>> commitAll(List<NodeWrite> changes) {
        long sentIn = session;
        return wire.call(() -> {
            if (!server.isOpen(sentIn)) {
                connect();
                throw SimulatedZooKeeper.unavailable("the session has expired");
            }
            Optional<List<String>> made = server.commit(changes, sentIn);
            seen = server.zxid();
            return made;
        });
    }

    @Override
    public String createSequential(String prefix, JsonObject data) {
        return wire.call(() -> {
            String made = server.createSequential(prefix, data);
            seen = server.zxid();
            return made;
        });
    }

    @Override
    public void ensure(String path) {
        ask(at -> {
            server.ensure(path);
            seen = server.zxid();
            return path;
        });
    }

    @Override
    public boolean isOpen(String path) {
        return false;
    }

    @Override
    public boolean awaitChange(ZkNode read, Duration atMost) {
        boolean isChanged = wire.call(() -> isChanged(read));
        return isChanged || wire.await(() -> isChanged(read), atMost);
    }

    private boolean isChanged(ZkNode read) {
        return server.read(read.path(), server.zxid())
                .filter(now -> now.mzxid() == read.mzxid())
                .isEmpty();
    }

    @Override
    public void sync() {
        seen = wire.call(server::zxid);
    }

    @Override
    public long session() {
        if (session == 0) {
            ask(at -> at);
        }
        return session;
    }

    @Override
    public Duration sessionTimeout() {
        return server.sessionTimeout();
    }

    @Override
    public boolean isConnected() {
        return wire.isConnected();
    }

    @Override
    public String servers() {
        return "zk";
    }
}
