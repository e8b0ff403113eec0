package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.json.JsonObject;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import io.leafid.web.SegmentRequests.Seller;
import io.leafid.web.route.ProblemException;
import io.leafid.web.route.RouteResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Which ranges an id service sells. */
class SegmentRequestsTest {

    private static final JsonObject TEN = JsonObject.EMPTY.with("amount", 10L);

    /** A client takes all numbers from the first to the end for its own. */
    @Test
    void rangeThatIsSharedWithOtherDatabasesIsNotSold() {
        Strided store = new Strided(2);
        Function<Seller, RouteResponse> request = new SegmentRequests(1_000, false).allocation("order", TEN);

        try (SegmentIdGenerator ids =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, List.of(), null, event -> {})) {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> request.apply(new Seller(ids.ranges(), store)))
                    .satisfies(ex -> assertThat(ex.problem().status()).isEqualTo(409));
        }
        assertThat(store.allocations).isOne();
    }

    /** This store has each; a database may refuse the characters. */
    @Test
    void storeIsAskedForNoTagThatCannotBe() {
        Strided store = new Strided(1);
        SegmentRequests requests = new SegmentRequests(1_000, false);

        try (SegmentIdGenerator ids =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, List.of(), null, event -> {})) {
            Seller seller = new Seller(ids.ranges(), store);
            assertThat(requests.one(seller, "a b").status()).isEqualTo(200);
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> requests.one(seller, "a\0b"))
                    .satisfies(ex -> assertThat(ex.problem().status()).isEqualTo(404));
        }
    }

    /** A store that grants every second id, or so. */
    private static final class Strided implements SegmentStore {

        private final long stride;
        private int allocations;

        Strided(long stride) {
            this.stride = stride;
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            allocations++;
            return new AllocatedSegment(1, 1 + amount * stride, stride, amount);
        }

        @Override
        public Optional<TagRow> find(String tag) {
            return Optional.of(new TagRow(tag, 1, 10));
        }

        @Override
        public List<TagRow> findAll() {
            return List.of();
        }

        @Override
        public boolean create(String tag, int step, long initialId) {
            return false;
        }

        @Override
        public boolean giveBack(String tag, long first, long end) {
            return false;
        }
    }
}
