package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.FoundMark;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.MarkEvidence;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which worker ids a start tries first, so that it reads little and meets few others. */
class GuessedWorkerIdsTest {

    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);
    private static final WorkerIdRange ALL = new WorkerIdRange(0, 1023);

    private static LeaseRequest request(NodeIdentity identity, WorkerIdRange range) {
        return LeaseRequest.of(identity, range, SnowflakeLayout.DEFAULT, new ManualTime());
    }

    private static LeaseRequest marked(int workerId) {
        HighWaterMark mark = new HighWaterMark(workerId, "before", 1, 2);
        return request(SELF, ALL).withMark(new FoundMark(mark, MarkEvidence.WRITER_ENDED, "here"));
    }

    private static int begin(NodeIdentity identity, WorkerIdRange range) {
        return new GuessedWorkerIds(request(identity, range), range)
                .former()
                .iterator()
                .next();
    }

    @Test
    void oneOfTheOwnMarkComesBeforeThatOfTheIdentity() {
        int own = begin(SELF, ALL);
        int marked = (own + 1) % ALL.size();

        assertThat(new GuessedWorkerIds(marked(marked), ALL).former()).containsExactly(marked, own);
        assertThat(new GuessedWorkerIds(marked(own), ALL).former()).containsExactly(own);
    }

    @Test
    void markOutsideTheRangeIsNoGuess() {
        WorkerIdRange upper = new WorkerIdRange(512, 1023);

        assertThat(new GuessedWorkerIds(marked(511), upper).former()).containsExactly(begin(SELF, upper));
        assertThat(begin(SELF, upper)).isBetween(512, 1023);
    }

    /** Two that begin with the same one cost each other a look; drawn by lot, a hundred of 1024 would hit 95 different ones. */
    @Test
    void identitiesThatDifferInADigitOrTwoBeginFarApart() {
        assertSpread(i -> new NodeIdentity("10.0.0." + i, 8080));
        assertSpread(i -> new NodeIdentity("10.0." + i + ".1", 8080));
        assertSpread(i -> new NodeIdentity("10.0.0.1", 8080 + i));
        assertSpread(i -> new NodeIdentity("orders-" + i, 8080));
    }

    private static void assertSpread(IntFunction<NodeIdentity> identities) {
        List<Integer> begins = IntStream.range(0, 100)
                .mapToObj(identities)
                .map(identity -> begin(identity, ALL))
                .toList();

        assertThat(Set.copyOf(begins)).hasSizeGreaterThan(85);
        assertThat(begins.stream().collect(Collectors.groupingBy(begin -> begin / 256, Collectors.counting())))
                .as("in each quarter")
                .hasSize(4)
                .allSatisfy((quarter, count) -> assertThat(count).isBetween(10L, 42L));
    }

    /** After an update each node finds the worker id again that it had before. */
    @Test
    void identityBeginsWithTheSameOneInEveryVersion() {
        assertThat(List.of(
                        begin(SELF, ALL),
                        begin(new NodeIdentity("10.0.0.2", 8080), ALL),
                        begin(new NodeIdentity("orders-7f-2", 9090), ALL)))
                .containsExactly(106, 636, 812);
    }

    @Test
    void othersAreDrawnByTheTokenAndWithoutWhatIsExcluded() {
        WorkerIdRange range = new WorkerIdRange(0, 31);
        Set<Integer> excluded = IntStream.range(0, 10).boxed().collect(Collectors.toSet());
        LeaseRequest request = request(SELF, range);

        List<Integer> drawn = new GuessedWorkerIds(request.withToken("a"), range).drawnWithout(excluded);

        assertThat(drawn)
                .hasSize(GuessedWorkerIds.TRIES)
                .doesNotHaveDuplicates()
                .allMatch(workerId -> workerId >= 10 && workerId <= 31);
        assertThat(new GuessedWorkerIds(request.withToken("a"), range).drawnWithout(excluded))
                .isEqualTo(drawn);
        assertThat(new GuessedWorkerIds(request.withToken("b"), range).drawnWithout(excluded))
                .isNotEqualTo(drawn);
    }

    @Test
    void givenOnesAreDrawnFromTheRangeOnly() {
        WorkerIdRange range = new WorkerIdRange(4, 7);

        assertThat(new GuessedWorkerIds(request(SELF, range), range).drawnFrom(List.of(9, 7, 3, 4)))
                .containsExactlyInAnyOrder(4, 7);
    }
}
