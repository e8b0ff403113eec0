package io.leafid.workerid.zookeeper;

import io.leafid.json.JsonObject;
import io.leafid.time.TimeSource;
import io.leafid.workerid.ClockReading;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.OwnerLivenessProbe;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that run: one ephemeral node per identity, with the token of its lease and what its clock read. Says who
 * is alive, keeps a second process from using the same identity, and lets clocks be compared. Thread-safe.
 *
 * <p>Uniqueness does not rest on it: a process whose node is gone by mistake still owns its time up to its ceiling.
 */
final class EphemeralNodes {

    private static final Logger logger = LoggerFactory.getLogger(EphemeralNodes.class);

    /** Between an identity and what tells two processes of it apart; names of hosts do not have it. */
    private static final String BESIDE = "~";

    /** The most clocks of others that are read. */
    static final int COMPARED_PEERS = 10;

    private static final String TOKEN = "token";
    private static final String TIMESTAMP = "timestamp";

    private final ZkNodes nodes;
    private final ZooKeeperNamespace namespace;
    private final NodeIdentity identity;
    private final TimeSource time;
    private final Random random;
    private final OwnTokens ownTokens = new OwnTokens();
    private final Set<String> endedTokens = ConcurrentHashMap.newKeySet();
    private volatile boolean isContested;
    private volatile String name;

    /** The processes of a namespace, among them this one; chance decides whose clocks are compared. */
    EphemeralNodes(ZkNodes nodes, ZooKeeperNamespace namespace, NodeIdentity identity, TimeSource time, Random random) {
        this.nodes = nodes;
        this.namespace = namespace;
        this.identity = identity;
        this.time = time;
        this.random = random;
        this.name = identity.toString();
    }

    /**
     * Makes the identity this process's own, waiting for a dead predecessor's session to end if need be.
     *
     * @return whether the node is new; false if this process had it already
     * @throws WorkerIdException.IdentityInUse if another live process has it
     */
    boolean enter(LeaseRequest request) {
        ownTokens.add(request.token());
        request.endedToken().ifPresent(endedTokens::add);
        OwnerLivenessProbe<ZkNode> probe = watch(request);
        while (true) {
            Optional<ZkNode> left = awaitEnd(request, probe);
            if (nodes.commit(placing(left, request.token()))) {
                return left.filter(this::isOwn).isEmpty();
            }
            nodes.ensure(namespace.temporary());
        }
    }

    /**
     * Waits until no other process has the identity; returns what is left of one that has ended, or this process's own node. Writes nothing.
     *
     * @throws WorkerIdException.IdentityInUse if another live process has it
     */
    Optional<ZkNode> awaitEnd(LeaseRequest request) {
        return awaitEnd(request, watch(request));
    }

    /** The watch of another process for as long as its session may last after its end, or for no time if the request does not wait. */
    private OwnerLivenessProbe<ZkNode> watch(LeaseRequest request) {
        boolean mayWait = !request.period().maxWait().isZero();
        // The servers end a session up to a tick late.
        Duration timeout = mayWait ? nodes.sessionTimeout().multipliedBy(4).dividedBy(3) : Duration.ZERO;
        return new OwnerLivenessProbe<>(new OtherProcess(identity, nodes::awaitChange), time, timeout);
    }

    private Optional<ZkNode> awaitEnd(LeaseRequest request, OwnerLivenessProbe<ZkNode> probe) {
        while (true) {
            Optional<ZkNode> present = nodes.read(path());
            boolean isLeft = request.endedToken()
                    .filter(token -> present.flatMap(EphemeralNodes::token).equals(Optional.of(token)))
                    .isPresent();
            if (present.isEmpty() || isLeft || isOwn(present.get())) {
                return present;
            }
            OtherProcess.noteTo(request, present.get(), probe);
            probe.await(present.get());
        }
    }

    /**
     * Makes this process one of the running ones beside another that has its identity: under a name of its own.
     *
     * @return whether the node is new; false if this process had it already
     */
    boolean enterBeside(LeaseRequest request) {
        if (name.equals(identity.toString())) {
            name = identity + BESIDE + request.token();
        }
        return enter(request);
    }

    /** The name of this process among the running ones, and as owner of its lease: its identity, if no other has it. */
    String name() {
        return name;
    }

    /**
     * Reports the clock. Puts the node back that an ended session has taken along, or that a late report of the own last run has written
     * over: the versions of both their nodes count from 0.
     */
    void report(String token) {
        ownTokens.add(token);
        Optional<ZkNode> present = nodes.read(path());
        boolean isOurs =
                present.flatMap(EphemeralNodes::token).map(this::isOurs).orElse(true);
        if (present.isEmpty()) {
            nodes.ensure(namespace.temporary());
        }
        if (isOurs) {
            nodes.commit(placing(present, token)); // if it fails, the next report puts it right
        } else if (!isContested) {
            logger.warn("another process reports as {}; give each its own host or port", identity);
        }
        isContested = !isOurs;
    }

    private boolean isOurs(String token) {
        return ownTokens.contains(token) || endedTokens.contains(token);
    }

    /** Takes the node away, unless it belongs to another process or ZooKeeper is out of reach. */
    void leave() {
        if (!nodes.isConnected()) {
            return; // it ends with the session
        }
        try {
            nodes.read(path()).filter(this::isOwn).ifPresent(own -> nodes.commit(List.of(NodeWrite.delete(own))));
        } catch (WorkerIdException.RegistryUnavailable ex) {
            logger.debug("{} ends with the session", path(), ex);
        }
    }

    private List<NodeWrite> placing(Optional<ZkNode> present, String token) {
        JsonObject data = JsonObject.EMPTY.with(TOKEN, token).with(TIMESTAMP, time.currentTimeMillis());
        List<NodeWrite> changes = new ArrayList<>();
        if (present.isPresent() && present.get().session() == nodes.session()) {
            changes.add(NodeWrite.write(present.get(), data));
        } else {
            present.ifPresent(left -> changes.add(NodeWrite.delete(left)));
            changes.add(NodeWrite.createEphemeral(path(), data));
        }
        return changes;
    }

    /** Another holder in this process has the same session, but not the same token. */
    private boolean isOwn(ZkNode node) {
        return node.session() == nodes.session()
                && token(node).map(ownTokens::contains).orElse(false);
    }

    /** The node of each running process, by its identity. */
    Map<String, ZkNode> all() {
        return nodes.readChildren(namespace.temporary());
    }

    /** The same but for one that has this process's name. */
    Map<String, ZkNode> others() {
        Map<String, ZkNode> others = new TreeMap<>(all());
        others.remove(name);
        return others;
    }

    /** The nodes of those processes among the given ones that run, by their identity. */
    Map<String, ZkNode> of(Collection<String> owners) {
        return nodes.readChildren(namespace.temporary(), owners);
    }

    /** Returns whether the owner of a lease runs and still holds it, asked of the registry. */
    boolean holds(LeaseNode lease) {
        return !lease.isReleased() && holds(of(List.of(lease.owner())), lease);
    }

    /** Returns whether the owner of a lease runs and still holds it. */
    static boolean holds(Map<String, ZkNode> running, LeaseNode lease) {
        return !lease.isReleased()
                && Optional.ofNullable(running.get(lease.owner()))
                        .flatMap(EphemeralNodes::token)
                        .filter(lease.token()::equals)
                        .isPresent();
    }

    boolean isSelf(LeaseNode lease) {
        return ownTokens.contains(lease.token()) && lease.owner().equals(name);
    }

    /** The registry's clock at this process's last report. */
    long registryMillis() {
        return self().map(ZkNode::mtime).orElse(0L);
    }

    /** The node of this process, if it is among the running ones. */
    Optional<ZkNode> self() {
        return nodes.read(path());
    }

    /** The clocks of some running processes against the registry's, as of their last reports; this one's as of now. */
    List<ClockReading> clockReadings(Duration longestSilence) {
        List<ClockReading> readings = new ArrayList<>();
        ownReport().ifPresent(own -> {
            reading(identity.toString(), true, own).ifPresent(readings::add);
            somePeers(own.mtime() - longestSilence.toMillis())
                    .forEach((owner, node) -> reading(owner, false, node).ifPresent(readings::add));
        });
        return readings;
    }

    /**
     * Some other processes that have reported after a time of the registry's: enough for a median, however many there are. The node of
     * one that was killed stays as long as its session.
     */
    private Map<String, ZkNode> somePeers(long afterMillis) {
        List<String> names =
                new ArrayList<>(nodes.children(namespace.temporary()).names());
        names.remove(name);
        Collections.shuffle(names, random);
        Map<String, ZkNode> peers = new TreeMap<>();
        for (int from = 0; from < names.size() && peers.size() < COMPARED_PEERS; from += COMPARED_PEERS) {
            of(names.subList(from, Math.min(from + COMPARED_PEERS, names.size()))).entrySet().stream()
                    .filter(peer -> peer.getValue().mtime() > afterMillis)
                    .limit(COMPARED_PEERS - peers.size())
                    .forEach(peer -> peers.put(peer.getKey(), peer.getValue()));
        }
        return peers;
    }

    private Optional<ZkNode> ownReport() {
        Optional<ZkNode> own = nodes.read(path()).filter(this::isOwn);
        if (own.isPresent()) {
            report(token(own.get()).orElseThrow());
            return nodes.read(path());
        }
        return probe();
    }

    /** Before the identity is this process's own, the registry's time is had from a node that is gone at once. */
    private Optional<ZkNode> probe() {
        nodes.ensure(namespace.clocks());
        JsonObject data = JsonObject.EMPTY.with(TIMESTAMP, time.currentTimeMillis());
        String created = nodes.createAll(
                        List.of(NodeWrite.createSequentialEphemeral(namespace.clocks() + "/clock-", data)))
                .get(0);
        Optional<ZkNode> node = nodes.read(created);
        nodes.commit(List.of(NodeWrite.delete(created)));
        return node;
    }

    /** The clock of this process at a time of the registry's. */
    ClockReading ownReading(long registryMillis) {
        return new ClockReading(
                identity.toString(), true, Duration.ofMillis(time.currentTimeMillis() - registryMillis));
    }

    static Optional<ClockReading> reading(String owner, boolean isSelf, ZkNode node) {
        return node.data().number(TIMESTAMP).stream()
                .mapToObj(reported -> new ClockReading(owner, isSelf, Duration.ofMillis(reported - node.mtime())))
                .findFirst();
    }

    static Optional<String> token(ZkNode node) {
        return node.data().text(TOKEN);
    }

    /** The node that says that this process runs. */
    String path() {
        return namespace.temporary() + "/" + name;
    }
}
