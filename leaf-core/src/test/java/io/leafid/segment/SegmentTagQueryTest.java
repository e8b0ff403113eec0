package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.status.SegmentTagPage;
import io.leafid.segment.status.SegmentTagQuery;
import io.leafid.segment.status.SegmentTagQuery.Order;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.status.SegmentTagStatus.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which tags are shown where there are too many to show. */
class SegmentTagQueryTest {

    private static final int TAGS = 1_000;

    /** The order of its ids is global. */
    private static final String ORDERED = "t0800";

    private final ManualGenerator scene = new ManualGenerator().with(settings -> settings.globalOrder(ORDERED));

    @BeforeEach
    void startWithManyTags() {
        IntStream.range(0, TAGS).forEach(i -> scene.row("t%04d".formatted(i), 1, 1_000));
        scene.start();
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private List<String> shown(Order order, int limit) {
        return page("", order, limit).shown().stream()
                .map(SegmentTagStatus::tag)
                .toList();
    }

    private SegmentTagPage page(String filter, Order order, int limit) {
        return scene.generator().status(new SegmentTagQuery(filter, order, limit));
    }

    @Test
    void thoseWithoutIdsComeFirstAndThoseNeverUsedLast() {
        scene.nextId("t0500");
        scene.store.goDown();
        assertThatThrownBy(() -> scene.nextId("t0900")).isInstanceOf(SegmentUnavailableException.class);

        assertThat(shown(Order.STATE, 4)).containsExactly("t0900", "t0500", "t0000", "t0001");
        assertThat(shown(Order.STATE, 1)).containsExactly("t0900");
        assertThat(page("", Order.STATE, 1).states())
                .isEqualTo(Map.of(State.UNAVAILABLE, 1, State.READY, 1, State.IDLE, TAGS - 2));
    }

    @Test
    void tagWithoutIdsHasTheShortestReserveOfAllAndOneThatIsGoneHasNone() {
        scene.nextIds("t0300", 10);
        scene.store.goDown();
        assertThatThrownBy(() -> scene.nextId("t0900")).isInstanceOf(SegmentUnavailableException.class);
        scene.store.comeUp();
        assertThat(shown(Order.LEFT, 1)).containsExactly("t0900");

        scene.store.remove("t0000");
        scene.time.advance(SegmentSettings.DEFAULT.refreshInterval().multipliedBy(2));
        assertThat(shown(Order.TAG, 1)).containsExactly("t0001");
    }

    /** Nothing is reserved ahead of a tag whose order is global, so that its reserve lasts for no time at all. */
    @Test
    void tagWithoutIdsComesBeforeOneThatHasNothingReserved() {
        scene.store.goDown();
        assertThatThrownBy(() -> scene.nextId("t0900")).isInstanceOf(SegmentUnavailableException.class);
        scene.store.comeUp();
        scene.nextIds(ORDERED, 10);
        scene.time.advance(Duration.ofSeconds(2));

        assertThat(shown(Order.LEFT, 2)).containsExactly("t0900", ORDERED);
    }

    @Test
    void theBusiestAndTheShortestReserveComeFirst() {
        scene.nextIds("t0300", 10);
        scene.nextIds("t0400", 90);
        scene.time.advance(Duration.ofSeconds(2));

        assertThat(shown(Order.RATE, 3)).containsExactly("t0400", "t0300", "t0000");
        assertThat(shown(Order.LEFT, 3)).containsExactly("t0400", "t0300", "t0000");
        assertThat(shown(Order.TAG, 3)).containsExactly("t0000", "t0001", "t0002");
    }

    @Test
    void reserveThatIsNotUsedNowLastsAsLongAsOneThatWasNeverUsed() {
        scene.nextId("t0500");
        scene.time.advance(Duration.ofMinutes(10));
        assertThat(shown(Order.LEFT, 1)).isNotEmpty();
        scene.time.advance(Duration.ofMinutes(10));

        assertThat(scene.status("t0500").traffic().idsPerSecond()).isZero();
        assertThat(shown(Order.LEFT, 2)).containsExactly("t0000", "t0001");
    }

    @ParameterizedTest
    @EnumSource
    void aQueryForAllShowsAllOnce(Order order) {
        scene.nextId("t0100");

        assertThat(shown(order, SegmentTagQuery.MAX_LIMIT)).hasSize(TAGS).doesNotHaveDuplicates();
        assertThat(shown(order, 10)).isEqualTo(shown(order, TAGS).subList(0, 10));
    }

    @Test
    void theFilterIsAPartOfTheNameWhateverItsCase() {
        SegmentTagPage page = page("T099", Order.TAG, 3);

        assertThat(page.shown()).extracting(SegmentTagStatus::tag).containsExactly("t0990", "t0991", "t0992");
        assertThat(page.matching()).isEqualTo(10);
        assertThat(page.known()).isEqualTo(TAGS);
    }

    @Test
    void whatIsNotAskedForIsAsForTheWorst() {
        assertThat(SegmentTagQuery.of(null, null, null)).isEqualTo(SegmentTagQuery.WORST);
        assertThat(SegmentTagQuery.of(" a ", "Rate", 7)).isEqualTo(new SegmentTagQuery("a", Order.RATE, 7));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SegmentTagQuery.of(null, "age", null))
                .withMessage("sort must be one of tag, state, rate and left");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SegmentTagQuery.of(null, null, 0))
                .withMessage("limit must be from 1 to 10000, but is 0");
    }
}
