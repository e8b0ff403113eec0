package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the holders may rely upon, of Curator's client with a real server and of the ZooKeeper in memory alike. */
abstract class ZkNodesContract {

    private static final AtomicInteger tests = new AtomicInteger();
    private static final JsonObject ONE = JsonObject.EMPTY.with("n", 1);
    private static final JsonObject TWO = JsonObject.EMPTY.with("n", 2);

    /** Where the test keeps its nodes; it is there. */
    final String root = "/contract" + tests.incrementAndGet();

    final Sessions sessions;
    final ZkNodes nodes;

    ZkNodesContract(Sessions sessions) {
        this.sessions = sessions;
        this.nodes = sessions.open();
        nodes.ensure(root);
    }

    @AfterEach
    void closeSessions() {
        sessions.close();
    }

    final ZkNode create(String name, JsonObject data) {
        assertThat(nodes.commit(List.of(NodeWrite.create(root + "/" + name, data))))
                .isTrue();
        return nodes.read(root + "/" + name).orElseThrow();
    }

    @Test
    void nodeIsReadAsItWasMade() {
        ZkNode made = create("a", ONE);

        assertThat(made.path()).isEqualTo(root + "/a");
        assertThat(made.data()).isEqualTo(ONE);
        assertThat(made.version()).isZero();
        assertThat(made.mzxid()).isPositive();
        assertThat(made.mtime()).isPositive();
        assertThat(made.session()).isZero();
    }

    @Test
    void whatIsNotThereReadsAsNothing() {
        assertThat(nodes.read(root + "/none")).isEmpty();
        assertThat(nodes.children(root + "/none").names()).isEmpty();
        assertThat(nodes.children(root + "/none").nextNumber()).isZero();
        assertThat(nodes.readChildren(root + "/none")).isEmpty();
        assertThat(nodes.isOpen(root + "/none")).isFalse();
    }

    @Test
    void writtenNodeHasTheNextVersionAndALaterTransaction() {
        ZkNode made = create("a", ONE);

        assertThat(nodes.commitAll(List.of(NodeWrite.write(made, TWO)))).hasValue(List.of(made.path()));

        ZkNode written = nodes.read(made.path()).orElseThrow();
        assertThat(written.data()).isEqualTo(TWO);
        assertThat(written.version()).isEqualTo(1);
        assertThat(written.mzxid()).isGreaterThan(made.mzxid());
    }

    @Test
    void changesAreMadeTogetherOrNotAtAll() {
        ZkNode first = create("a", ONE);
        ZkNode second = create("b", ONE);
        nodes.commit(List.of(NodeWrite.write(second, TWO)));

        boolean isMade = nodes.commit(
                List.of(NodeWrite.write(first, TWO), NodeWrite.create(root + "/c", ONE), NodeWrite.write(second, ONE)));

        assertThat(isMade).as("the second is not as it was read").isFalse();
        assertThat(nodes.read(first.path()).orElseThrow().data()).isEqualTo(ONE);
        assertThat(nodes.read(root + "/c")).isEmpty();
    }

    @Test
    void nothingIsMadeTwiceNorWithoutAParent() {
        ZkNode made = create("a", ONE);

        assertThat(nodes.commit(List.of(NodeWrite.create(made.path(), TWO)))).isFalse();
        assertThat(nodes.commit(List.of(NodeWrite.createEphemeral(made.path(), TWO))))
                .isFalse();
        assertThat(nodes.commit(List.of(NodeWrite.create(root + "/none/a", TWO))))
                .isFalse();
        assertThat(nodes.commit(List.of(NodeWrite.createEphemeral(root + "/none/a", TWO))))
                .isFalse();
        assertThat(nodes.commit(List.of(NodeWrite.createSequentialEphemeral(root + "/none/a", TWO))))
                .isFalse();
        assertThat(nodes.read(made.path())).hasValue(made);
    }

    @Test
    void onlyWhatIsAsItWasReadIsDeletedUnlessItDoesNotMatter() {
        ZkNode made = create("a", ONE);
        nodes.commit(List.of(NodeWrite.write(made, TWO)));

        assertThat(nodes.commit(List.of(NodeWrite.delete(made)))).isFalse();
        assertThat(nodes.read(made.path())).isPresent();
        assertThat(nodes.commit(List.of(NodeWrite.delete(made.path())))).isTrue();
        assertThat(nodes.read(made.path())).isEmpty();
        assertThat(nodes.commit(List.of(NodeWrite.delete(made.path()))))
                .as("it is gone")
                .isFalse();
    }

    @Test
    void ephemeralNodeBelongsToItsSessionAndGoesWithIt() {
        ZkNodes other = sessions.open();
        other.sync();
        assertThat(other.commit(List.of(NodeWrite.createEphemeral(root + "/a", ONE))))
                .isTrue();
        ZkNode made = nodes.read(root + "/a").orElseThrow();

        assertThat(made.session()).isEqualTo(other.session()).isNotEqualTo(nodes.session());
        assertThat(nodes.commit(List.of(NodeWrite.createEphemeral(root + "/a", TWO))))
                .as("another's is not replaced")
                .isFalse();
        sessions.end(other);
        assertThat(nodes.read(root + "/a")).isEmpty();
    }

    @Test
    void ephemeralNodeOfAnotherSessionIsReplacedInOneTransaction() {
        ZkNodes other = sessions.open();
        other.sync();
        other.commit(List.of(NodeWrite.createEphemeral(root + "/a", ONE)));
        ZkNode left = nodes.read(root + "/a").orElseThrow();

        assertThat(nodes.commit(List.of(NodeWrite.delete(left), NodeWrite.createEphemeral(left.path(), TWO))))
                .isTrue();

        sessions.end(other);
        ZkNode replaced = nodes.read(root + "/a").orElseThrow();
        assertThat(replaced.session()).isEqualTo(nodes.session());
        assertThat(replaced.data()).isEqualTo(TWO);
    }

    /** The number that is next counts every child that was ever made, in whichever way. */
    @Test
    void numbersOfASequenceAreNeverGivenTwice() {
        create("a", ONE);
        String first = nodes.createSequential(root + "/n-", ONE);
        List<String> two = nodes.commitAll(List.of(
                        NodeWrite.createSequentialEphemeral(root + "/n-", TWO),
                        NodeWrite.createSequentialEphemeral(root + "/m-", TWO)))
                .orElseThrow();

        assertThat(first).isEqualTo(root + "/n-0000000001");
        assertThat(two).containsExactly(root + "/n-0000000002", root + "/m-0000000003");
        assertThat(nodes.read(two.get(0)).orElseThrow().session()).isEqualTo(nodes.session());
        assertThat(nodes.read(first).orElseThrow().session()).isZero();
        nodes.commit(List.of(NodeWrite.delete(first), NodeWrite.delete(two.get(1))));
        assertThat(nodes.children(root).names()).containsExactlyInAnyOrder("a", "n-0000000002");
        assertThat(nodes.children(root).nextNumber()).isEqualTo(4);
        assertThat(nodes.createSequential(root + "/n-", ONE)).isEqualTo(root + "/n-0000000004");
    }

    @Test
    void childrenAreReadByNameAndWhatIsNoNameIsNotThere() {
        ZkNode a = create("a", ONE);
        ZkNode b = create("b", TWO);
        create("c", TWO);

        assertThat(nodes.readChildren(root, List.of("b", "none", "a", "", ".", "a/b", "\u0000")))
                .containsOnlyKeys("a", "b")
                .containsEntry("a", a)
                .containsEntry("b", b);
        assertThat(nodes.readChildren(root, List.of("", ".."))).isEmpty();
        assertThat(nodes.readChildren(root)).containsOnlyKeys("a", "b", "c");
    }

    @Test
    void ensuredNodeIsMadeWithThoseAboveItAndLeftAloneIfItIsThere() {
        nodes.ensure(root + "/x/y/z");
        ZkNode made = nodes.read(root + "/x/y/z").orElseThrow();
        nodes.ensure(root + "/x/y/z");
        ZkNode before = create("a", ONE);
        nodes.ensure(before.path());

        assertThat(made.session()).isZero();
        assertThat(nodes.read(made.path())).hasValue(made);
        assertThat(nodes.read(before.path())).hasValue(before);
    }

    @Test
    void changeOrDeletionBeforeTheWaitEndsItAtOnce() {
        ZkNode a = create("a", ONE);
        ZkNode b = create("b", ONE);
        nodes.commit(List.of(NodeWrite.write(a, ONE), NodeWrite.delete(b)));

        assertThat(nodes.awaitChange(a, Duration.ofMinutes(2))).isTrue();
        assertThat(nodes.awaitChange(b, Duration.ofMinutes(2))).isTrue();
    }

    @Test
    void waitForANodeToWhichNothingHappensEndsWithoutAChange() {
        ZkNode a = create("a", ONE);

        assertThat(nodes.awaitChange(a, Duration.ofMillis(20))).isFalse();
        assertThat(nodes.awaitChange(a, Duration.ofMillis(-1))).isFalse();
    }

    @Test
    void readAfterASyncSeesWhatAnotherSessionWrote() {
        ZkNodes other = sessions.open();
        ZkNode a = create("a", ONE);
        other.sync();
        assertThat(other.read(a.path())).hasValue(a);
        nodes.commit(List.of(NodeWrite.write(a, TWO)));
        other.sync();

        assertThat(other.read(a.path()).orElseThrow().data()).isEqualTo(TWO);
    }

    @Test
    void sessionIsOneForAllCallsOfAProcess() {
        ZkNodes other = sessions.open();

        assertThat(nodes.session()).isNotZero().isEqualTo(nodes.session()).isNotEqualTo(other.session());
        assertThat(nodes.isConnected()).isTrue();
        assertThat(nodes.sessionTimeout()).isPositive();
        assertThat(nodes.servers()).isNotEmpty();
    }
}
