package io.leafid.segment.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TcpProxy.Reaction;
import io.leafid.testing.TestDatabase;
import io.leafid.testing.TestDatabases;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.NestedRuntimeException;

/** The history of two nodes on one counter, one of which has its line cut at every allocation but the last. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CutLineHistoryTest {

    private static final int CUTS = 5;
    private static final int AMOUNT = 10;

    static Stream<Arguments> cuts() {
        return TestDatabases.servers()
                .flatMap(database -> Stream.of(Reaction.LOSE_COMMAND, Reaction.LOSE_REPLY, Reaction.CUT_AFTER_REPLY)
                        .map(cut -> Arguments.of(database, cut)));
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void nothingIsAllocatedTwiceAndACutBurnsOneAllocationAtMost(TestDatabase database, Reaction cut) {
        String tag = cut.name();
        database.with(JdbcSegmentStore.DEFAULT_TABLE)
                .jdbc()
                .update("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?)", tag, AMOUNT);
        List<AllocatedSegment> history = new ArrayList<>();
        int port = URI.create(database.url().substring("jdbc:".length())).getPort();
        try (TcpProxy proxy = new TcpProxy(port)) {
            String through = database.url().replace(":" + port + "/", ":" + proxy.port() + "/");
            JdbcSegmentStore disturbed = store(database.withUrl(through));
            JdbcSegmentStore other = store(database);
            for (int i = 0; i < CUTS; i++) {
                proxy.expect("SET MAX_ID", cut);
                allocate(disturbed, tag).ifPresent(history::add);
                assertThat(proxy.isExpecting()).as("nothing was cut").isFalse();
                history.add(other.allocate(tag, AMOUNT, 0));
            }
            history.add(disturbed.allocate(tag, AMOUNT, 0));
        }

        history.sort(Comparator.comparingLong(AllocatedSegment::first));
        assertThat(IntStream.range(1, history.size()))
                .allSatisfy(i -> assertThat(history.get(i).first())
                        .isGreaterThanOrEqualTo(history.get(i - 1).end()));
        assertThat(burnt(database, tag, history)).isBetween(leastBurnt(cut), mostBurnt(cut));
    }

    private static JdbcSegmentStore store(TestDatabase database) {
        return new JdbcSegmentStore(
                database.unpooled(), database.dialect(), JdbcSegmentStore.DEFAULT_TABLE, Duration.ofMinutes(1));
    }

    /** Empty if it failed: what is not known to be allocated is not. */
    private static Optional<AllocatedSegment> allocate(JdbcSegmentStore store, String tag) {
        try {
            return Optional.of(store.allocate(tag, AMOUNT, 0));
        } catch (NestedRuntimeException ex) {
            return Optional.empty();
        }
    }

    /** Allocations that were committed and that neither node was told of. */
    private static long burnt(TestDatabase database, String tag, List<AllocatedSegment> history) {
        long maxId = Objects.requireNonNull(
                database.jdbc().queryForObject("SELECT max_id FROM leaf_alloc WHERE biz_tag = ?", Long.class, tag));
        return (maxId - 1) / AMOUNT - history.size();
    }

    private static long leastBurnt(Reaction cut) {
        return (cut == Reaction.LOSE_REPLY) ? CUTS : 0;
    }

    /** MySQL's reply has no room for the step: a line that is cut right after it fails the allocation all the same. */
    private static long mostBurnt(Reaction cut) {
        return (cut == Reaction.LOSE_COMMAND) ? 0 : CUTS;
    }
}
