package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper in memory: nodes with versions, sessions with their ephemeral nodes, sequences, transactions, and every earlier state,
 * since a server may lag behind. For one thread at a time.
 */
public final class SimulatedZooKeeper extends SimulatedRegistry {

    private static final ZooKeeperNamespace NAMESPACE = new ZooKeeperNamespace("/snowflake", "orders");

    private final LongSupplier clock;
    private final Duration sessionTimeout;
    private final Map<String, List<State>> nodes = new HashMap<>();
    private final Map<String, List<Long>> creations = new TreeMap<>();
    private final Map<String, Set<String>> children = new TreeMap<>();
    private final Set<Long> sessions = new HashSet<>();
    private final Set<String> ephemerals = new TreeSet<>();
    private final Random random;
    private long zxid;
    private long lastSession = 100;

    /** Makes an empty one; {@code clock} is its own, in milliseconds since 1970. */
    public SimulatedZooKeeper(LongSupplier clock, Duration sessionTimeout) {
        this(clock, sessionTimeout, 0);
    }

    /** The same; its clients draw from {@code seed} whose clocks they compare. */
    public SimulatedZooKeeper(LongSupplier clock, Duration sessionTimeout, long seed) {
        this.clock = clock;
        this.random = new Random(seed);
        this.sessionTimeout = sessionTimeout;
        for (String path : List.of("/snowflake", NAMESPACE.base())) {
            zxid++;
            put(path, JsonObject.EMPTY, 0, 0);
        }
    }

    Duration sessionTimeout() {
        return sessionTimeout;
    }

    long zxid() {
        return zxid;
    }

    long openSession() {
        sessions.add(++lastSession);
        return lastSession;
    }

    boolean isOpen(long session) {
        return sessions.contains(session);
    }

    /** Ends a session, and its nodes with it. */
    void expire(long session) {
        if (sessions.remove(session)) {
            removeNodesOfEndedSessions();
        }
    }

    private void removeNodesOfEndedSessions() {
        zxid++;
        for (String path : List.copyOf(ephemerals)) {
            State now = now(path);
            if (now != null && now.session != 0 && !isOpen(now.session)) {
                put(path, null, now.version, 0);
            }
        }
    }

    @Nullable State now(String path) {
        return at(path, zxid);
    }

    /** The node as it was after a transaction. */
    private @Nullable State at(String path, long at) {
        List<State> states = nodes.getOrDefault(path, List.of());
        for (int i = states.size() - 1; i >= 0; i--) {
            if (states.get(i).zxid <= at) {
                State found = states.get(i);
                return (found.data == null) ? null : found;
            }
        }
        return null;
    }

    Optional<ZkNode> read(String path, long at) {
        State found = at(path, at);
        return (found == null || found.data == null)
                ? Optional.empty()
                : Optional.of(new ZkNode(path, found.data, found.version, found.zxid, found.mtime, found.session));
    }

    ZkNodes.Children children(String parent, long at) {
        List<String> names = new ArrayList<>();
        for (String name : children.getOrDefault(parent, Set.of())) {
            if (at(parent + "/" + name, at) != null) {
                names.add(name);
            }
        }
        int created = created(parent, at);
        Stat stat = new Stat();
        stat.setNumChildren(names.size());
        stat.setCversion(2 * created - names.size());
        stat.setCzxid(createdAt(parent, at));
        return new ZkNodes.Children(names, stat);
    }

    /** The transaction that created a node which is there; 0 if it is not. */
    private long createdAt(String path, long at) {
        return nodes.getOrDefault(path, List.of()).stream()
                .filter(state -> state.zxid <= at && state.version == 0 && state.data != null)
                .mapToLong(State::zxid)
                .max()
                .orElse(0);
    }

    /** How many children were ever created up to a transaction. */
    private int created(String parent, long at) {
        List<Long> all = creations.getOrDefault(parent, List.of());
        int created = all.size();
        while (created > 0 && all.get(created - 1) > at) { // a server lags by a few changes only
            created--;
        }
        return created;
    }

    /** Makes all changes or none. */
    Optional<List<String>> commit(List<NodeWrite> changes, long session) {
        Set<String> deleted = new HashSet<>();
        for (NodeWrite change : changes) {
            if (!isPossible(change, deleted, session)) {
                return Optional.empty();
            }
            if (change.kind() == NodeWrite.Kind.DELETE) {
                deleted.add(change.path());
            }
        }
        zxid++;
        return Optional.of(
                changes.stream().map(change -> apply(change, session)).toList());
    }

    /** Whether a change can be made after the others of its transaction, which may have deleted what it replaces. */
    private boolean isPossible(NodeWrite change, Set<String> deleted, long session) {
        State present = deleted.contains(change.path()) ? null : now(change.path());
        return switch (change.kind()) {
            case WRITE, DELETE, CHECK ->
                present != null && (change.version() < 0 || change.version() == present.version);
            case CREATE -> present == null && hasParent(change.path());
            case CREATE_EPHEMERAL -> isOpen(session) && present == null && hasParent(change.path());
            case CREATE_SEQUENTIAL_EPHEMERAL -> isOpen(session) && hasParent(change.path());
        };
    }

    private boolean hasParent(String path) {
        return now(path.substring(0, path.lastIndexOf('/'))) != null;
    }

    private String apply(NodeWrite change, long session) {
        State present = now(change.path());
        switch (change.kind()) {
            case WRITE ->
                put(change.path(), change.data(), (present == null) ? 0 : present.version + 1, owner(present));
            case DELETE -> {
                put(change.path(), null, 0, 0);
                creations.remove(change.path()); // a parent that is created anew counts from 0
            }
            case CHECK -> {}
            case CREATE -> create(change.path(), change.data(), 0);
            case CREATE_EPHEMERAL -> create(change.path(), change.data(), session);
            case CREATE_SEQUENTIAL_EPHEMERAL -> {
                return create(numbered(change.path()), change.data(), session);
            }
        }
        return change.path();
    }

    private static long owner(@Nullable State present) {
        return (present == null) ? 0 : present.session;
    }

    private String numbered(String prefix) {
        String parent = prefix.substring(0, prefix.lastIndexOf('/'));
        return String.format(
                Locale.ROOT,
                "%s%010d",
                prefix,
                creations.getOrDefault(parent, List.of()).size());
    }

    private String create(String path, JsonObject data, long session) {
        int slash = path.lastIndexOf('/');
        creations
                .computeIfAbsent(path.substring(0, slash), key -> new ArrayList<>())
                .add(zxid);
        put(path, data, 0, session);
        return path;
    }

    private void put(String path, @Nullable JsonObject data, int version, long session) {
        int slash = path.lastIndexOf('/');
        children.computeIfAbsent(path.substring(0, slash), key -> new TreeSet<>())
                .add(path.substring(slash + 1));
        if (session != 0) {
            ephemerals.add(path);
        }
        nodes.computeIfAbsent(path, key -> new ArrayList<>())
                .add(new State(zxid, data, version, clock.getAsLong(), session));
        if (data != null && path.startsWith(NAMESPACE.leases() + "/")) {
            data.number("ceiling")
                    .ifPresent(ceiling -> confirm(
                            Integer.parseInt(path.substring(slash + 1)),
                            data.text("token").orElse(""),
                            ceiling));
        }
    }

    String createSequential(String prefix, JsonObject data) {
        zxid++;
        return create(numbered(prefix), data, 0);
    }

    void ensure(String path) {
        for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
            ensureOne(path.substring(0, end));
        }
        ensureOne(path);
    }

    private void ensureOne(String path) {
        if (now(path) == null) {
            zxid++;
            create(path, JsonObject.EMPTY, 0);
        }
    }

    @Override
    public Connection connect(NodeIdentity identity, TimeSource time, Wire wire, boolean isFixed) {
        SimulatedZkNodes client = new SimulatedZkNodes(this, wire);
        Random chance = new Random(random.nextLong());
        return new Connection(
                isFixed
                        ? new FixedZooKeeperHolder(client, NAMESPACE, identity, time, chance)
                        : new RecyclingZooKeeperHolder(client, NAMESPACE, identity, time, chance),
                client::expire,
                client::lag);
    }

    /** An original node starts: it takes the next number of the sequence, as which it is known from now on. */
    public int startOriginal(NodeIdentity identity, long millis) {
        ensure(NAMESPACE.forever());
        JsonObject data = io.leafid.workerid.compat.OriginalNode.payload(identity, millis);
        String path = createSequential(NAMESPACE.forever() + "/" + identity + "-", data);
        return Integer.parseInt(path.substring(path.length() - 10));
    }

    /** An original node reports; returns whether its node is there. */
    public boolean reportOriginal(NodeIdentity identity, int workerId, long millis) {
        JsonObject data = io.leafid.workerid.compat.OriginalNode.payload(identity, millis);
        String path = NAMESPACE.forever() + "/" + io.leafid.workerid.compat.OriginalNode.name(identity, workerId);
        return commit(List.of(new NodeWrite(NodeWrite.Kind.WRITE, path, data, -1)), 0)
                .isPresent();
    }

    @Override
    public long changes() {
        return zxid;
    }

    @Override
    public void delete(int workerId) {
        commit(List.of(NodeWrite.delete(NAMESPACE.leases() + "/" + workerId)), 0);
    }

    @Override
    public void empty() {
        zxid++;
        String base = NAMESPACE.base() + "/";
        for (String path : List.copyOf(nodes.keySet())) {
            if (path.startsWith(base) && now(path) != null) {
                put(path, null, 0, 0);
            }
        }
        creations.keySet().removeIf(parent -> parent.startsWith(base)); // a parent that is created anew counts from 0
    }

    @Override
    public Recorded recorded(int workerId) {
        return read(NAMESPACE.leases() + "/" + workerId, zxid)
                .map(node -> new Recorded(
                        node.data().text("token").orElse(""),
                        node.data().number("ceiling").orElse(0L)))
                .orElse(Recorded.NONE);
    }

    @Override
    public void rewind(int workerId) {
        String path = NAMESPACE.leases() + "/" + workerId;
        List<State> states = nodes.getOrDefault(path, List.of());
        JsonObject earlier = (states.size() < 3) ? null : states.get(states.size() - 3).data;
        if (earlier != null) {
            commit(List.of(new NodeWrite(NodeWrite.Kind.WRITE, path, earlier, -1)), 0);
        }
    }

    @Override
    public Set<Integer> failOver(int changes) {
        long copied = Math.max(2, zxid - changes);
        Set<Integer> lost = new TreeSet<>();
        nodes.forEach((path, states) -> {
            boolean isRecord = path.equals(NAMESPACE.layout());
            if (!isRecord
                    && states.removeIf(state -> state.zxid > copied)
                    && path.startsWith(NAMESPACE.leases() + "/")) {
                lost.add(Integer.valueOf(path.substring(path.lastIndexOf('/') + 1)));
            }
        });
        creations.values().forEach(when -> when.removeIf(at -> at > copied));
        removeNodesOfEndedSessions();
        return lost;
    }

    @Override
    public boolean isBound() {
        return now(NAMESPACE.layout()) != null;
    }

    @Override
    public void forget() {
        commit(List.of(NodeWrite.delete(NAMESPACE.layout())), 0);
    }

    @Override
    public String nameOf(int workerId) {
        return NAMESPACE.leases() + "/" + workerId;
    }

    /** What stands in a node from one transaction to the next; deleted if there is no data. */
    record State(long zxid, @Nullable JsonObject data, int version, long mtime, long session) {}

    static WorkerIdException unavailable(String what) {
        return new WorkerIdException.RegistryUnavailable(what, null);
    }
}
