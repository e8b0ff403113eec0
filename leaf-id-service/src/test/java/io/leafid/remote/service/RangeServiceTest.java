package io.leafid.remote.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.remote.service.SegmentController.Allocation;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.web.ErrorResponseException;

/** Which ranges an id service sells. */
class RangeServiceTest {

    private static final Allocation TEN = new Allocation("10", null, null, null);

    /** A client takes all numbers from the first to the end for its own. */
    @Test
    void rangeThatIsSharedWithOtherDatabasesIsNotSold() {
        Strided store = new Strided(2);

        try (SegmentIdGenerator ids =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, List.of(), null, event -> {})) {
            RangeService service = new RangeService(ids.ranges(), store, 1_000, false);
            assertThatExceptionOfType(ErrorResponseException.class)
                    .isThrownBy(() -> service.allocate("order", TEN))
                    .satisfies(ex -> assertThat(ex.getStatusCode().value()).isEqualTo(409));
        }
        assertThat(store.allocations).isOne();
    }

    /** This store has each; a database may refuse the characters. */
    @Test
    void storeIsAskedForNoTagThatCannotBe() {
        Strided store = new Strided(1);

        try (SegmentIdGenerator ids =
                new SegmentIdGenerator(store, SegmentSettings.DEFAULT, List.of(), null, event -> {})) {
            RangeService service = new RangeService(ids.ranges(), store, 1_000, false);
            assertThat(service.one("a b").tag()).isEqualTo("a b");
            assertThatExceptionOfType(ErrorResponseException.class)
                    .isThrownBy(() -> service.one("a\0b"))
                    .satisfies(ex -> assertThat(ex.getStatusCode().value()).isEqualTo(404));
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
