package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.IdGenerationException;
import io.leafid.IdsExhaustedException;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.test.segment.InMemorySegmentStore.Fate;
import io.leafid.time.BackOff;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens while the store, or the machine, does not behave. */
@Timeout(300)
class SegmentOutageTest {

    private static final Duration LOAD_TIMEOUT = AllocationSettings.DEFAULT.loadTimeout();

    private final ManualGenerator leaf = new ManualGenerator().row("order", 1, 10);

    @Test
    void idsFlowOnFromWhatIsReservedAndThenATypedExceptionTellsWhy() {
        leaf.start();
        leaf.nextIds("order", 2); // the next segment is allocated too
        leaf.store.goDown();

        assertThat(leaf.nextIds("order", 18)).hasSize(18);
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessageMatching(
                        "no id of tag 'order' is reserved, and none could be allocated within 0 seconds: 1 allocations in a"
                                + " row have failed \\(scripted outage\\); the next one is in \\d+ ms")
                .withCauseInstanceOf(IllegalStateException.class);
        leaf.store.comeUp();
        leaf.time.advance(BackOff.FIRST);
        assertThat(leaf.nextId("order")).isEqualTo(21);
    }

    @Test
    void anOutageOfTenSecondsUnderTenThousandCallsASecondCostsTensOfAttempts() {
        leaf.start();
        leaf.store.goDown();
        int before = leaf.store.calls();
        for (int i = 0; i < 100_000; i++) {
            leaf.time.advance(Duration.ofNanos(100_000));
            assertThat(failureOf("order")).isInstanceOf(SegmentUnavailableException.class);
        }
        assertThat(leaf.store.calls() - before).isBetween(5, 30);

        leaf.store.comeUp();
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).as("within one back-off").isEqualTo(1);
    }

    @Test
    void anOutageWhileASegmentIsLeftCostsNoAttemptPerCall() {
        leaf.row("order", 1, 100_000).start();
        leaf.nextId("order");
        leaf.store.goDown();
        int before = leaf.store.calls();
        for (int i = 0; i < 90_000; i++) {
            leaf.time.advance(Duration.ofNanos(100_000));
            leaf.nextId("order");
        }
        assertThat(leaf.store.calls() - before).isBetween(2, 30);
    }

    @Test
    void aTransientFailureOfTheNextSegmentIsNotNoticed() {
        leaf.row("order", 1, 1_000).start();
        leaf.nextId("order");
        leaf.store.script(Fate.FAILS, Fate.FAILS, Fate.FAILS);
        for (int i = 0; i < 3_000; i++) {
            leaf.time.advance(Duration.ofMillis(1));
            leaf.nextId("order");
        }
        assertThat(leaf.status("order").allocations().failuresInARow()).isZero();
    }

    @Test
    void anAllocationWhoseReplyWasLostIsBurnt() {
        leaf.start();
        leaf.store.script(Fate.LOSES_REPLY);

        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
        leaf.time.advance(BackOff.FIRST);
        assertThat(leaf.nextId("order")).isEqualTo(11);
    }

    @Test
    void aTagIsNotDeadAfterItsAllocationWasRejectedByThePool() {
        leaf.start();
        leaf.loader.refuseWith(() -> {
            throw new RejectedExecutionException("pool is full");
        });
        assertThatThrownBy(() -> leaf.nextId("order")).hasMessageContaining("pool is full");

        leaf.loader.refuseNothing();
        leaf.time.advance(BackOff.FIRST);
        assertThat(leaf.nextId("order")).isEqualTo(1);
    }

    @Test
    void aTagIsNotDeadAfterItsDriverLackedAClass() {
        leaf.start();
        leaf.hooks.beforeAllocation(tag -> {
            throw new NoClassDefFoundError("io/netty/channel/epoll/Epoll");
        });
        assertThatThrownBy(() -> leaf.nextId("order"));

        leaf.hooks.beforeAllocation(tag -> {});
        leaf.time.advance(BackOff.FIRST);
        assertThat(leaf.nextId("order")).isEqualTo(1);
    }

    @Test
    void aHungAllocationIsAbandonedAndItsLateResultBurnt() {
        leaf.start();
        leaf.loader.defer();
        assertThatThrownBy(() -> leaf.nextId("order")).hasMessageContaining("the store has not answered yet");
        Set<Long> late = new HashSet<>();
        leaf.hooks.afterAllocation((tag, grant) -> {
            leaf.time.advance(LOAD_TIMEOUT); // the commit is done, the reply is on its way
            late.add(grant.first());
            leaf.hooks.afterAllocation((other, range) -> range);
            return grant;
        });
        leaf.loader.runAll();

        assertThat(late).containsExactly(1L);
        assertThatThrownBy(() -> leaf.nextId("order"))
                .hasMessageContaining("the store has not answered within 5 seconds");
        leaf.loader.runAtOnce();
        leaf.time.advance(BackOff.FIRST);
        assertThat(leaf.nextIds("order", 25)[0])
                .as("the first range is never used")
                .isEqualTo(11);
    }

    @Test
    void aLateAnswerThatTheRowIsGoneDoesNotBurnWhatWasBoughtMeanwhile() {
        leaf.start();
        leaf.hooks.beforeAllocation(tag -> {
            leaf.hooks.beforeAllocation(other -> {});
            leaf.time.advance(LOAD_TIMEOUT.plus(BackOff.LONGEST)); // abandoned
            assertThat(leaf.nextId("order")).isEqualTo(1);
            throw new UnknownTagException("order", "no row then", null);
        });
        assertThat(leaf.nextId("order")).isEqualTo(2);
    }

    @Test
    void waitingInTheQueueOfThePoolIsNoFailureOfTheStore() {
        leaf.start();
        leaf.loader.defer();
        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
        leaf.time.advance(LOAD_TIMEOUT.multipliedBy(2));

        assertThat(leaf.generator().storeStatus().state()).isEqualTo(Availability.State.UP);
        leaf.loader.runAll();
        assertThat(leaf.nextId("order")).isEqualTo(1);
    }

    @Test
    void aTagWhoseAllocationsHangTakesNoMoreThanTwoThreads() {
        leaf.start();
        int[] hanging = {0, 0};
        leaf.hooks.beforeAllocation(tag -> {
            hanging[0]++;
            hanging[1] = Math.max(hanging[1], hanging[0]);
            leaf.time.advance(LOAD_TIMEOUT.plus(BackOff.LONGEST)); // abandoned, while the next attempts come below it
            assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
            hanging[0]--;
        });
        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);

        assertThat(hanging[1]).isEqualTo(2);
        leaf.hooks.beforeAllocation(tag -> {});
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).isPositive();
    }

    @Test
    void aRangeOfAnotherSizeThanAskedForIsBurnt() {
        leaf.start();
        leaf.hooks.afterAllocation((tag, grant) -> new AllocatedSegment(grant.first(), grant.end() + 5, 10));
        assertThatThrownBy(() -> leaf.nextId("order"))
                .hasMessageContaining("asked for 10 ids, the store returned AllocatedSegment[first=1, end=16");

        leaf.hooks.afterAllocation((tag, grant) -> grant);
        leaf.time.advance(BackOff.FIRST);
        assertThat(leaf.nextId("order")).isEqualTo(11);
    }

    @Test
    void aCounterAtTheEndOfAllNumbersThrowsIdsExhausted() {
        leaf.row("order", Long.MAX_VALUE - 25, 10).start();

        assertThat(leaf.nextIds("order", 20)).endsWith(Long.MAX_VALUE - 6);
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessage("row 'order' is used up");
        assertThat(leaf.store.maxId("order")).isEqualTo(Long.MAX_VALUE - 5);
    }

    @Test
    void theVeryLastNumbersAreServedAndThenIdsAreExhausted() {
        leaf.row("order", Long.MAX_VALUE - 20, 10)
                .with(settings -> settings.waitTimeout(Duration.ofMillis(150)))
                .start();

        assertThat(leaf.nextIds("order", 20)).endsWith(Long.MAX_VALUE - 1);
        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> leaf.nextIds("order", 50));
        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> leaf.nextId("order"));
    }

    @Test
    void aRowDeletedInBetweenIsAnUnknownTagAndNotANullPointer() {
        leaf.start();
        leaf.nextIds("order", 2);
        leaf.store.remove("order");

        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> leaf.nextIds("order", 100))
                .satisfies(ex -> assertThat(ex.tag()).isEqualTo("order"));
    }

    @Test
    void callersGetAnExceptionOfTheirOwnWithTheirOwnStack() {
        leaf.row("order", Long.MAX_VALUE - 5, 10).start();
        IdGenerationException first = failureOf("order");
        IdGenerationException second = failureOf("order");

        assertThat(first).isNotSameAs(second);
        assertThat(first.getStackTrace())
                .anySatisfy(frame -> assertThat(frame.getMethodName()).isEqualTo("failureOf"));
    }

    @Test
    void aCallThatMustNotWaitFindsTheSegmentNextTime() {
        leaf.start();
        leaf.loader.defer();
        assertThatThrownBy(() -> leaf.nextId("order"))
                .hasMessage("no id of tag 'order' is reserved, and none could be allocated within 0 seconds:"
                        + " the store has not answered yet");
        leaf.loader.runAll();

        assertThat(leaf.nextId("order")).isEqualTo(1);
    }

    @Test
    void aCallFailsAtOnceIfTheNextAttemptIsBeyondItsDeadline() {
        leaf.with(settings -> settings.waitTimeout(Duration.ofMillis(20))).start();
        leaf.store.goDown();
        assertThatThrownBy(() -> leaf.nextId("order")).isInstanceOf(SegmentUnavailableException.class);
        int calls = leaf.store.calls();

        assertThatThrownBy(() -> leaf.nextId("order")).hasMessageContaining("1 allocations in a row have failed");
        assertThat(leaf.store.calls()).isEqualTo(calls);
        assertThat(leaf.status("order").waits().longestNanos()).isZero();
    }

    private IdGenerationException failureOf(String tag) {
        try {
            leaf.nextId(tag);
        } catch (IdGenerationException ex) {
            return ex;
        }
        throw new AssertionError("an id was issued");
    }
}
