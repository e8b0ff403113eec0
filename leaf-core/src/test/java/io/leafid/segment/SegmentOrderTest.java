package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.time.BackOff;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders of steps that uniqueness hangs on, each forced by what the engine calls between them. */
@Timeout(300)
class SegmentOrderTest {

    private final ManualGenerator leaf = new ManualGenerator()
            .row("order", 1, 10)
            .with(settings -> settings.maxStep(10).prefetchAt(0.99));

    private final InMemorySegmentStore rows = new InMemorySegmentStore();

    /**
     * A caller has seen the successor of a used-up segment; before it moves on, the generator closes and gives that successor
     * back. A caller that moved on regardless would hand out what the next allocation of the range gets.
     */
    @Test
    void callerDoesNotMoveOnToASegmentThatWasGivenBackMeanwhile() {
        leaf.listener(event -> {
            if (event
                    instanceof
                    LeafEvent.SegmentStoreUp) { // told at the end of the allocation that brings the successor
                leaf.close();
            }
        });
        leaf.start();
        leaf.nextIds("order", 9);
        leaf.store.script(InMemorySegmentStore.Fate.FAILS);
        leaf.nextId("order"); // the last one; the allocation of the next segment fails
        leaf.time.advance(BackOff.LONGEST);

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextIds("order", 5))
                .withMessage("the segment generator is closed");
        assertThat(leaf.store.committed()).hasSize(2);
        assertThat(leaf.store.maxId("order")).as("[11, 21) went back").isEqualTo(11);
    }

    /** A caller that is woken by the cancellation must not find a buffer that it could allocate for. */
    @Test
    void tagIsRetiredBeforeItsAllocationIsCancelled() {
        List<Boolean> retiredWhenCancelled = new ArrayList<>();
        boolean[] closing = {false};
        leaf.random(
                () -> { // drawn where the end of an allocation is settled, before those who wait are woken
                    if (closing[0]) {
                        retiredWhenCancelled.add(
                                leaf.generator().status("order").isEmpty());
                    }
                    return 0.5;
                });
        leaf.start();
        leaf.loader.defer();
        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("order"));
        closing[0] = true;
        leaf.close();

        assertThat(retiredWhenCancelled).isNotEmpty().containsOnly(true);
    }

    /** Of a store that demands no floor the engine alone refuses a range, wherever it begins below the end of the last one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 12, 20})
    void rangeOfAStoreWithoutFloorsIsComparedByTheEngine(long setBackTo) {
        try (ManualGenerator engine = onRewoundStoreWithoutFloors(setBackTo)) {
            assertThat(engine.nextIds("order", 10)).startsWith(11).endsWith(20);
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> engine.nextId("order"))
                    .withMessageContaining("it offers ids from %d, but ids up to 20 were allocated", setBackTo);
        }
    }

    /** The refused range has moved the row once, to 11; each further one would move it on to numbers of other nodes. */
    @Test
    void rowOfAStoreWithoutFloorsIsLookedAtBeforeItIsMovedAgain() {
        try (ManualGenerator engine = onRewoundStoreWithoutFloors(1)) {
            engine.nextIds("order", 10);
            for (int i = 0; i < 10; i++) {
                assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> engine.nextId("order"));
                engine.time.advance(BackOff.LONGEST);
            }
            assertThat(rows.maxId("order")).isEqualTo(11);
        }
    }

    private ManualGenerator onRewoundStoreWithoutFloors(long setBackTo) {
        rows.put("order", 1, 10);
        ManualGenerator engine = new ManualGenerator(new ForwardingSegmentStore(rows) {
            @Override
            public AllocatedSegment allocate(String tag, long amount, long floor) {
                return rows.allocate(tag, amount, 0);
            }
        });
        engine.with(settings -> settings.maxStep(10).prefetchAt(0.99)).start();
        engine.nextIds("order", 10); // [1, 11) is used up, [11, 21) is reserved
        rows.put("order", setBackTo, 10);
        return engine;
    }

    /** The offered range ends above all that was granted, but begins below. */
    @Test
    void rowSetBackByLessThanASegmentIsRefusedToo() {
        leaf.start();
        leaf.nextIds("order", 10); // [1, 11) is used up, [11, 21) is reserved
        assertThat(leaf.store.maxId("order")).isEqualTo(21);
        leaf.store.put("order", 20, 10);

        assertThat(leaf.nextIds("order", 10)).startsWith(11).endsWith(20);
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageContaining("it offers ids from 20, but ids up to 20 were allocated to this process");
    }

    /** What a run has noted is compared with where the row stands, not with where it would stand after an allocation. */
    @Test
    void rangeThatBeginsWhereTheLastOneEndedIsNoRewind() {
        leaf.start();
        leaf.nextIds("order", 10);

        assertThat(leaf.nextIds("order", 11)).startsWith(11).endsWith(21);
    }
}
