package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.NumberedColumns.LargestValue;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.time.BackOff;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A row is compared with the column whose values it numbers. */
@Timeout(60)
class SegmentAboveColumnsTest {

    private final AtomicLong largest = new AtomicLong(-1);
    private final AtomicLong readings = new AtomicLong();
    private final AtomicLong serverChanges = new AtomicLong();
    private final InMemorySegmentStore rows = new InMemorySegmentStore();
    private Runnable afterAllocation = () -> {};
    private long stride = 1;
    private final ManualGenerator leaf = new ManualGenerator(new ForwardingSegmentStore(rows) {

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            AllocatedSegment range = super.allocate(tag, amount, floor);
            afterAllocation.run();
            long end = range.first() + range.size() * stride;
            return new AllocatedSegment(range.first(), end, stride, range.configuredStep());
        }

        @Override
        public long serverChanges() {
            return serverChanges.get();
        }
    });

    private void start(long row, long inColumn) {
        rows.put("order", row, 100);
        largest.set(inColumn);
        leaf.with(settings -> settings.columns(this::read).autoCreate(100, 1)).start();
    }

    private Optional<LargestValue> read(String tag) {
        readings.incrementAndGet();
        long value = largest.get();
        return (value < 0 || tag.equals("user"))
                ? Optional.empty()
                : Optional.of(new LargestValue(value, tag + ".id", "set max_id to " + (value + 1)));
    }

    @Test
    void rowBehindItsColumnIsRefusedBeforeTheFirstId() {
        start(1, 5_000);

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessage("the row of tag 'order' is behind the column that it numbers: it offers ids from 101, but"
                        + " order.id holds 5000; if no other node has ids of it in reserve, set max_id to 5001, else set max_id above"
                        + " every id ever issued or reserved on any node; then ids flow again");
        assertThat(leaf.events(LeafEvent.SegmentRefused.class))
                .containsExactly(new LeafEvent.SegmentRefused(leaf.time.now(), "order", 101, 201, 5_001));
    }

    /** It concerns the tag alone, as it does before the first range of a tag that has a row. */
    @Test
    void columnThatCannotBeReadForANewTagIsNoOutageOfTheStore() {
        leaf.with(settings -> settings.autoCreate(100, 1).columns(tag -> {
                    throw new IllegalStateException("no such table");
                }))
                .start();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessage("tag 'order' cannot be compared with the column that it numbers: no such table");
        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        assertThat(leaf.events).isEmpty();
        assertThat(rows.find("order")).isEmpty();
    }

    @Test
    void endOfARefusedRangeOfInterleavedIdsCountsTheirDistance() {
        stride = 4;
        start(1, 5_000);

        assertRefused();

        assertThat(leaf.events(LeafEvent.SegmentRefused.class))
                .containsExactly(new LeafEvent.SegmentRefused(leaf.time.now(), "order", 101, 501, 5_001));
    }

    @Test
    void rowIsNotMovedUpByTryingAgain() {
        start(1, 5_000);
        for (int i = 0; i < 100; i++) {
            assertRefused();
            leaf.time.advance(BackOff.LONGEST);
        }
        assertThat(rows.maxId("order"))
                .as("two allocations, by which it was noticed")
                .isEqualTo(201);
    }

    @Test
    void idsFlowOnceTheRowIsAbove() {
        start(1, 5_000);
        assertRefused();
        rows.put("order", 5_000, 100);
        leaf.time.advance(BackOff.LONGEST);
        assertRefused();

        rows.put("order", 5_001, 100);
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).isEqualTo(5_001);
    }

    @Test
    void rowJustAboveItsColumnIsServedAndTheColumnIsReadOnce() {
        start(5_001, 5_000);

        assertThat(leaf.nextIds("order", 1_000)[0]).isEqualTo(5_001);
        assertThat(readings).hasValue(1);
    }

    @Test
    void rangeThatBeginsAtTheLargestIdIsNotServed() {
        start(5_000, 5_000);

        assertThat(leaf.nextId("order")).isEqualTo(5_100);
    }

    @Test
    void idsThatOthersHaveInsertedSinceTheRangeWasTakenRefuseNothing() {
        start(1, 0);
        afterAllocation = () -> {
            afterAllocation = () -> {};
            rows.allocate("order", 100); // another node's
            largest.set(150);
        };

        assertThat(leaf.nextId("order")).as("the range is taken once more").isEqualTo(201);
        assertThat(leaf.events(LeafEvent.SegmentRefused.class)).isEmpty();
    }

    @Test
    void anotherServerIsComparedAgain() {
        start(1, 0);
        leaf.nextIds("order", 100);
        largest.set(9_000); // what the row of the server that was lost had granted
        serverChanges.incrementAndGet();

        leaf.nextIds("order", 90); // what is left of what was prefetched
        leaf.nextIds("order", 10);
        assertRefused();
    }

    @Test
    void eachRunBeginsWithAComparison() {
        start(1, 0);
        leaf.nextId("order");
        leaf.generator().stop();
        largest.set(9_000);
        leaf.generator().start();

        assertRefused();
    }

    @Test
    void rowThatIsCreatedBeginsAboveTheColumn() {
        start(1, 700);

        assertThat(leaf.nextId("invoice")).isEqualTo(701);
        assertThat(leaf.nextId("user")).as("a tag without a column").isEqualTo(1);
    }

    @Test
    void columnAtTheLargestNumberStopsItsTag() {
        start(1, Long.MAX_VALUE);

        assertRefused();
    }

    private void assertRefused() {
        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("order"));
    }
}
