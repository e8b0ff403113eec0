package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.LiftingStore;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What would come of ranges of several databases if an id service sold them: why it does not, whatever a reply says of their stride. */
class InterleavedSalesTest {

    private static final int STEP = 10;

    private final LiftingStore a = new LiftingStore().with("order", 0, STEP);
    private final LiftingStore b = new LiftingStore().with("order", 0, STEP);
    private final Set<Long> issued = new HashSet<>();

    private InterleavedSegmentStore databases() {
        return new InterleavedSegmentStore(
                List.of(new SlottedDatabase("a", 0, a), new SlottedDatabase("b", 1, b)),
                2,
                new InterleavedSettings(Duration.ofSeconds(8), event -> {}, new ManualTime(), () -> 0.5, tag -> false));
    }

    /** An instance of a service, or a node that asks the databases itself. */
    private static ManualGenerator started(SegmentStore store) {
        return new ManualGenerator(store)
                .with(settings -> settings.maxStep(STEP))
                .start();
    }

    private static List<Long> ids(AllocatedSegment range) {
        return LongStream.iterate(range.first(), id -> id < range.end(), id -> id + range.stride())
                .boxed()
                .toList();
    }

    private AllocatedSegment buyNew(ManualGenerator instance, long amount) {
        AllocatedSegment range = buy(instance, amount);
        assertThat(issued).doesNotContainAnyElementsOf(ids(range));
        issued.addAll(ids(range));
        return range;
    }

    private static AllocatedSegment buy(ManualGenerator instance, long amount) {
        return instance.generator().ranges().allocate("order", amount, 0);
    }

    /** No database was restored, and the client stops all the same. */
    @Test
    void clientOfTwoInstancesTakesTheirOrderForARowThatWasRewound() {
        try (ManualGenerator one = started(databases());
                ManualGenerator two = started(databases());
                ManualGenerator client = started(new Bought(one, two))) {
            buy(one, STEP);
            assertThat(client.nextIds("order", STEP)).isSorted();

            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> client.nextIds("order", STEP))
                    .withMessageContaining("was rewound");
        }
    }

    @Test
    void rangeOfOneCounterThatWasRestoredIsBelowThatOfTheClient() {
        InMemorySegmentStore row = new InMemorySegmentStore().put("order", 0, STEP);
        AllocatedSegment last;
        try (ManualGenerator one = started(row)) {
            last = buy(one, STEP);
            buy(one, 5 * STEP);
        }
        row.put("order", 0, STEP);

        try (ManualGenerator two = started(row)) {
            assertThat(buy(two, STEP).first()).as("what its guard refuses").isLessThan(last.end());
        }
    }

    /** It knows what each database has granted to it, and demands that of the counter before it is lifted. */
    @Test
    void nodeThatAsksTheDatabasesItselfLeavesOutTheRestoredOne() {
        try (ManualGenerator one = started(databases());
                ManualGenerator two = started(databases())) {
            for (int i = 0; i < 6; i++) {
                buyNew(one, STEP);
                buyNew(two, STEP);
            }
            a.with("order", STEP, STEP);

            for (int i = 0; i < 6; i++) {
                buyNew(two, STEP);
            }
        }
        assertThat(a.memory.maxId("order")).as("left as it was restored").isEqualTo(STEP);
    }

    /** Takes its ranges from two instances by turns, and believes what they say of the stride. */
    private static final class Bought extends ForwardingSegmentStore {

        private ManualGenerator next;
        private ManualGenerator other;

        Bought(ManualGenerator one, ManualGenerator two) {
            super(one.hooks);
            this.next = one;
            this.other = two;
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            ManualGenerator asked = next;
            next = other;
            other = asked;
            return asked.generator().ranges().allocate(tag, amount, 0);
        }
    }
}
