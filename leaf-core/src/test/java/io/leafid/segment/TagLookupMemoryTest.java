package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.segment.buffer.AllocationSettings;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which answers about unknown tags are remembered, and for how long. */
@Timeout(300)
class TagLookupMemoryTest {

    private final ManualGenerator leaf = new ManualGenerator().row("order", 1, 10);
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void countQuestions() {
        leaf.hooks.beforeFind(tag -> asked.incrementAndGet());
    }

    @Test
    void asManyAnswersAsFitAreRememberedAndOneMoreForgetsThem() {
        leaf.start();
        askForMany();
        assertThat(asked).hasValue(TagLookups.MAX_LOOKUPS);
        requireUnknown("rubbish-0");
        assertThat(asked).as("all of them are remembered").hasValue(TagLookups.MAX_LOOKUPS);

        requireUnknown("one more");
        requireUnknown("rubbish-0");
        assertThat(asked).hasValue(TagLookups.MAX_LOOKUPS + 2);
    }

    @Test
    void answersThatAreTooOldMakeRoomBeforeFreshOnesAreForgotten() {
        leaf.start();
        askForMany();
        leaf.time.advance(TagLookups.UNKNOWN_FOR);
        requireUnknown("fresh");
        assertThat(asked).hasValue(TagLookups.MAX_LOOKUPS + 1);

        requireUnknown("fresh");
        assertThat(asked).hasValue(TagLookups.MAX_LOOKUPS + 1);
    }

    @Test
    void refreshForgetsNoAnswerThatIsFresh() {
        leaf.start();
        leaf.hooks.beforeFindAll(() -> requireUnknown("missing"));
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
        assertThat(asked).hasValue(1);

        requireUnknown("missing");
        assertThat(asked).hasValue(1);
    }

    @Test
    void startAsksAgainForWhatWasUnknownBeforeTheStop() {
        leaf.with(SettingsBuilder::startDegraded).start();
        requireUnknown("fresh");
        leaf.generator().stop();
        leaf.store.put("fresh", 77, 10);
        leaf.hooks.beforeFindAll(() -> {
            throw new IllegalStateException("an outage of the moment");
        });
        leaf.start();

        assertThat(leaf.nextId("fresh")).isEqualTo(77);
    }

    @Test
    void lookUpThatHasWaitedTooLongIsNotAskedAndItsAnswerHoldsForAMoment() {
        leaf.start();
        leaf.lookups.defer();
        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("fresh"));
        leaf.time.advance(AllocationSettings.DEFAULT.loadTimeout());
        leaf.lookups.runAtOnce().runAll();

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("fresh"))
                .withMessageContaining("too many other unknown tags wait to be looked up");
        assertThat(asked).hasValue(0);
        leaf.time.advance(TagLookups.FAILED_FOR);
        requireUnknown("fresh");
    }

    private void askForMany() {
        for (int i = 0; i < TagLookups.MAX_LOOKUPS; i++) {
            requireUnknown("rubbish-" + i);
        }
    }

    private void requireUnknown(String tag) {
        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextId(tag));
    }
}
