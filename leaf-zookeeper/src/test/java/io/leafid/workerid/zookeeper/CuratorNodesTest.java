package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.json.JsonObject;
import io.leafid.testing.FreePorts;
import io.leafid.testing.LossyLink;
import io.leafid.testing.ZooKeeperServer;
import io.leafid.workerid.WorkerIdComponent;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Curator's client with a real server: what holds for every session, and what becomes of failures. */
class CuratorNodesTest extends ZkNodesContract {

    private static final int READ = 4;

    private final CuratorSessions real = (CuratorSessions) sessions;
    private final CuratorFramework client = real.client(nodes);
    private final FailingClient failing = new FailingClient(client);
    private final ZkNodes onFailing = new CuratorNodes(failing.client());

    CuratorNodesTest() {
        super(new CuratorSessions());
    }

    private static ZooKeeperSettings settings(String address, Duration timeout) {
        return new ZooKeeperSettings(address, CuratorSessions.SESSION_TIMEOUT, timeout, null);
    }

    private void write(String path, String data) throws Exception {
        client.create().orSetData().forPath(path, data.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatIsNoObjectReadsAsAnEmptyOne() throws Exception {
        write(root + "/a", "nonsense");
        write(root + "/b", "{\"n\":\"" + "x".repeat(4_096) + "\"}");

        assertThat(nodes.readChildren(root).values()).extracting(ZkNode::data).containsOnly(JsonObject.EMPTY);
    }

    @Test
    void noDataReadAsAnEmptyObject() throws Exception {
        client.getZookeeperClient()
                .getZooKeeper()
                .create(root + "/a", null, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);

        assertThat(nodes.read(root + "/a").orElseThrow().data()).isEqualTo(JsonObject.EMPTY);
        assertThat(nodes.readChildren(root).values()).extracting(ZkNode::data).containsExactly(JsonObject.EMPTY);
    }

    /** The change is made once the wait has begun, which the stack of the thread shows. */
    @Test
    void changeDuringTheWaitEndsIt() throws Exception {
        ZkNode a = create("a", JsonObject.EMPTY);
        FutureTask<Boolean> wait = new FutureTask<>(() -> nodes.awaitChange(a, Duration.ofMinutes(2)));
        Thread waiting = new Thread(wait);
        waiting.start();
        while (!wait.isDone()
                && Arrays.stream(waiting.getStackTrace())
                        .noneMatch(frame -> frame.getClassName().endsWith("CountDownLatch"))) {
            Thread.onSpinWait();
        }
        assertThat(wait.isDone()).isFalse();

        nodes.commit(List.of(NodeWrite.write(a, JsonObject.EMPTY)));

        assertThat(wait.get(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void sessionTimeoutIsTheOneThatTheServerAgreedTo() {
        assertThat(nodes.sessionTimeout()).isEqualTo(CuratorSessions.SESSION_TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource({"2,true", "4,true", "8,true", "16,true", "31,true", "1,false"})
    void nodeIsOpenIfEveryClientMayDoMoreThanReadIt(int permissions, boolean isOpen) throws Exception {
        ACL everyone = new ACL(permissions, ZooDefs.Ids.ANYONE_ID_UNSAFE);
        ACL local = new ACL(ZooDefs.Perms.ALL, new Id("ip", "127.0.0.1"));
        client.create().withACL(List.of(local, everyone)).forPath(root + "/a");

        assertThat(nodes.isOpen(root + "/a")).isEqualTo(isOpen);
        assertThat(nodes.isOpen(root + "/none")).isFalse();
    }

    @Test
    void nodeWhoseAccessListIsNotShownIsNotOpen() throws Exception {
        ZkNodes owner = real.open("leaf:secret");
        owner.ensure(root + "/closed");

        assertThat(owner.isOpen(root + "/closed")).isFalse();
        assertThat(nodes.isOpen(root + "/closed")).isFalse();
        assertThat(nodes.isOpen(root)).isTrue();
    }

    @Test
    void childThatMayNotBeReadIsARefusalOfTheWholeAndNotANodeLess() {
        create("a", JsonObject.EMPTY);
        real.open("leaf:secret").ensure(root + "/closed");

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> nodes.readChildren(root))
                .withMessageContaining("did not read the children of " + root + ": NOAUTH; check the digest")
                .satisfies(refused -> assertThat(refused.components()).containsExactly(WorkerIdComponent.CREDENTIALS));
    }

    @Test
    void namespaceOfTheClientIsBelowEachPath() {
        ZkNodes inTeam = new CuratorNodes(client.usingNamespace("team"));
        inTeam.ensure(root + "/a");

        ZkNode a = inTeam.readChildren(root).values().iterator().next();

        assertThat(inTeam.commitAll(
                        List.of(NodeWrite.write(a, JsonObject.EMPTY), NodeWrite.create(root + "/b", a.data()))))
                .hasValue(List.of(root + "/a", root + "/b"));
        assertThat(inTeam.readChildren(root)).containsOnlyKeys("a", "b");
        assertThat(nodes.read("/team" + root + "/a")).isPresent();
        assertThat(inTeam.servers()).isEqualTo(nodes.servers() + "/team");
    }

    /** The names of servers are the same however they are written; those of nodes are not. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"B:2, a:1|a:1,b:2", "zk:2181|zk:2181", "ZK:2181/Prod/Leaf|zk:2181/Prod/Leaf"})
    void registryIsNamedByItsServersHoweverTheyAreListedAndByThePath(String address, String servers) {
        try (CuratorFramework unconnected =
                settings(address, Duration.ofSeconds(1)).open()) {
            assertThat(new CuratorNodes(unconnected).servers()).isEqualTo(servers);
        }
    }

    @Test
    void callWaitsForTheFirstConnection() {
        assertThat(sessions.open().read(root)).isPresent();
    }

    @Test
    void serverThatIsNotThereIsNamedWithTheTimeThatWasWaited() {
        String address = "127.0.0.1:" + FreePorts.next();
        ZkNodes away = real.wrap(settings(address, Duration.ofMillis(150)).open());

        assertThat(away.isConnected()).isFalse();
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> away.read("/a"))
                .withMessage("no connection to ZooKeeper " + address + " within 150 ms");
    }

    @Test
    void closedClientIsAnUnavailableRegistry() {
        client.close();

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> nodes.read(root))
                .withMessageContaining("could not read " + root);
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(nodes::session)
                .withMessageContaining("could not ask for the session");
    }

    /** Two names of one server: a client that has tried all of them pauses for a second. */
    private ZkNodes over(ZooKeeperServer server, Duration timeout) {
        String port = server.address().substring(server.address().indexOf(':'));
        return real.wrap(
                settings("127.0.0.1" + port + ",localhost" + port, timeout).open());
    }

    @Test
    void readWhoseAnswerIsLostIsMadeAgain() {
        try (ZooKeeperServer server = ZooKeeperServer.shared().byLinkOfItsOwn()) {
            ZkNodes lossy = over(server, Duration.ofSeconds(60));
            assertThat(lossy.read(root)).isPresent();
            server.link().loseReplyTo(READ, 1);

            assertThat(lossy.read(root)).isPresent();
            assertThat(server.link().hasLost()).isTrue();
        }
    }

    /** One server is always up to date, so that what is asked of it is all that there is to see. */
    @Test
    void syncIsAskedForBeforeTheReadThatFollows() {
        try (ZooKeeperServer server = ZooKeeperServer.shared().byLinkOfItsOwn()) {
            ZkNodes counted = over(server, Duration.ofSeconds(60));
            counted.read(root);
            long before = server.link().requests();

            counted.sync();
            counted.read(root);

            assertThat(server.link().requests() - before).isEqualTo(2);
        }
    }

    @Test
    void changeWhoseAnswerIsLostIsMadeOnceAndReported() {
        try (ZooKeeperServer server = ZooKeeperServer.shared().byLinkOfItsOwn()) {
            ZkNodes lossy = over(server, Duration.ofSeconds(60));
            assertThat(lossy.read(root)).isPresent();
            server.link().loseReplyTo(LossyLink.TRANSACTION, 1);

            assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                    .isThrownBy(() -> lossy.commit(List.of(NodeWrite.create(root + "/a", JsonObject.EMPTY))))
                    .withMessageContaining("did not confirm a change of " + root + "/a: CONNECTIONLOSS");
            assertThat(nodes.read(root + "/a")).isPresent();
        }
    }

    @Test
    void childrenThatAreNotAnsweredForInTimeAreNotTakenForGone() {
        try (ZooKeeperServer server = ZooKeeperServer.shared().byLinkOfItsOwn()) {
            ZkNodes silent = over(server, Duration.ofSeconds(3));
            create("a", JsonObject.EMPTY);
            assertThat(silent.readChildren(root, List.of("a"))).hasSize(1);
            server.link().silence(true);

            assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                    .isThrownBy(() -> silent.readChildren(root, List.of("a")))
                    .withMessageContaining("OPERATIONTIMEOUT");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"CONNECTIONLOSS", "SESSIONEXPIRED"})
    void connectionThatBreaksTwiceIsOutlivedByAQuestionAndNotThrice(Code loss) {
        failing.failWith(KeeperException.create(loss), KeeperException.create(loss));
        assertThat(onFailing.isOpen(root)).isTrue();
        assertThat(failing.calls()).isEqualTo(3);

        failing.failWith(KeeperException.create(loss), KeeperException.create(loss), KeeperException.create(loss));
        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> onFailing.isOpen(root))
                .withMessageContaining("did not read the access list of " + root + ": " + loss);
        assertThat(failing.calls()).isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({
        "OPERATIONTIMEOUT,false",
        "SYSTEMERROR,false",
        "AUTHFAILED,true",
        "INVALIDACL,true",
    })
    void otherFailureIsReportedAtOnceWithWhatToCheck(Code code, boolean isRefusal) {
        failing.failWith(KeeperException.create(code));

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> onFailing.isOpen(root))
                .withMessageEndingWith(
                        isRefusal ? code + "; check the digest and the access list of the node" : code.toString())
                .satisfies(failure -> assertThat(failure.components())
                        .isEqualTo(isRefusal ? List.of(WorkerIdComponent.CREDENTIALS) : List.of()));
        assertThat(failing.calls()).isEqualTo(1);
    }

    @Test
    void interruptionIsReportedAndKept() {
        failing.failWith(new InterruptedException());

        assertThatExceptionOfType(WorkerIdException.RegistryUnavailable.class)
                .isThrownBy(() -> onFailing.isOpen(root))
                .withMessageStartingWith("interrupted while ZooKeeper");
        assertThat(Thread.interrupted()).isTrue();
    }
}
