package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.LeafEvent;
import io.leafid.SegmentUnavailableException;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.time.BackOff;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A row that is set back: by a restored backup, a failover to a lagging replica, or by hand. */
@Timeout(300)
class SegmentRewindTest {

    private final ManualGenerator leaf = new ManualGenerator();

    @BeforeEach
    void useUpTwoSegmentsThenSetTheRowBack() {
        leaf.row("order", 1_000, 100)
                .row("user", 1, 100)
                .with(settings -> settings.maxStep(100))
                .start();
        leaf.nextIds("order", 105);
        leaf.nextIds("order", 95); // [1000, 1200) is used up, [1200, 1300) is reserved
        leaf.store.put("order", 500, 100);
    }

    @Test
    void whatWasReservedBeforeIsServedAndNothingOfTheRewoundRow() {
        assertThat(leaf.nextIds("order", 100))
                .containsExactly(LongStream.range(1_200, 1_300).toArray());
        assertRefused();
    }

    @Test
    void theExceptionNamesTheNumbersAndTheRemedy() {
        leaf.nextIds("order", 100);

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.nextId("order"))
                .withMessage(
                        "the row of tag 'order' was rewound: it offers ids from 500, but ids up to 1299 were allocated to"
                                + " this process; set max_id above every id ever issued or reserved on any node, then ids flow again");
    }

    @Test
    void theOperatorHearsOfItOnceHoweverOftenItIsTried() {
        leaf.nextIds("order", 100);
        for (int i = 0; i < 1_000; i++) {
            leaf.time.advance(Duration.ofSeconds(1));
            assertRefused();
        }
        assertThat(leaf.events(LeafEvent.SegmentRefused.class)).singleElement().satisfies(event -> {
            assertThat(event.tag()).isEqualTo("order");
            assertThat(event.first()).isEqualTo(500);
            assertThat(event.end()).isEqualTo(600);
            assertThat(event.highestEnd()).isEqualTo(1_300);
        });
    }

    @Test
    void theRowIsNotMovedUpByTryingAgain() {
        leaf.nextIds("order", 100);
        for (int i = 0; i < 1_000; i++) {
            leaf.time.advance(Duration.ofSeconds(5));
            assertRefused();
        }
        assertThat(leaf.store.maxId("order")).isEqualTo(500);
    }

    @Test
    void idsFlowAgainWithoutRestartOnceTheRowIsCorrected() {
        leaf.nextIds("order", 100);
        assertRefused();
        leaf.store.put("order", 5_000, 100);
        leaf.time.advance(BackOff.LONGEST);

        assertThat(leaf.nextId("order")).isEqualTo(5_000);
        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.READY);
    }

    /** Health is down while all tags in use are refused, so that no caller comes who would find out. */
    @Test
    void rowThatIsCorrectedIsFoundByTheRefreshWithoutACall() {
        leaf.nextIds("order", 100);
        assertRefused();
        leaf.store.put("order", 5_000, 100);
        leaf.time.advance(Duration.ofMinutes(2));

        assertThat(leaf.status("order").state()).isEqualTo(SegmentTagStatus.State.READY);
        assertThat(leaf.nextId("order")).isEqualTo(5_000);
    }

    /** As after a restart, whose first range is allocated for a tag in use before the first call. */
    @Test
    void rowThatIsCorrectedBeforeTheFirstIdIsFoundByTheRefreshWithoutACall() {
        leaf.generator().ranges().allocate("user", 50, 0);
        leaf.store.put("user", 10, 100);
        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("user"));
        leaf.store.put("user", 5_000, 100);
        leaf.time.advance(Duration.ofMinutes(2));

        assertThat(leaf.status("user").state()).isEqualTo(SegmentTagStatus.State.READY);
        assertThat(leaf.nextId("user")).isEqualTo(5_000);
    }

    /** Nothing is reserved of it, before and after. */
    @Test
    void correctedRowOfATagThatIsOnlySoldIsFoundByTheRefreshWithoutACall() {
        leaf.generator().ranges().allocate("user", 50, 0);
        leaf.store.put("user", 10, 100);
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.generator().ranges().allocate("user", 50, 0));
        leaf.time.advance(Duration.ofMinutes(5));
        assertThat(leaf.status("user").state()).isEqualTo(SegmentTagStatus.State.UNAVAILABLE);
        assertThat(leaf.store.maxId("user")).isEqualTo(10);
        leaf.store.put("user", 5_000, 100);
        leaf.time.advance(Duration.ofMinutes(2));

        assertThat(leaf.status("user").state()).isEqualTo(SegmentTagStatus.State.IDLE);
        assertThat(leaf.store.maxId("user")).isEqualTo(5_001);
    }

    @Test
    void rowThatStaysRewoundIsMovedByNoRefresh() {
        leaf.nextIds("order", 100);
        assertRefused();
        leaf.time.advance(Duration.ofHours(1));

        assertThat(leaf.store.maxId("order")).isEqualTo(500);
        assertThat(leaf.events(LeafEvent.SegmentRefused.class)).hasSize(1);
    }

    @Test
    void aRowCorrectedTooLittleStaysRefusedUpToTheLastNumber() {
        leaf.nextIds("order", 100);
        assertRefused();
        leaf.store.put("order", 1_299, 100);
        leaf.time.advance(BackOff.LONGEST);
        assertRefused();
        assertThat(leaf.store.maxId("order")).isEqualTo(1_299);

        leaf.store.put("order", 1_300, 100);
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).isEqualTo(1_300);
    }

    @Test
    void aSecondRewindIsAnnouncedAgain() {
        leaf.nextIds("order", 100);
        assertRefused();
        leaf.store.put("order", 5_000, 100);
        leaf.time.advance(BackOff.LONGEST);
        leaf.nextIds("order", 150); // [5200, 5300) is allocated
        leaf.store.put("order", 5_000, 100);
        leaf.nextIds("order", 150);
        assertRefused();

        assertThat(leaf.events(LeafEvent.SegmentRefused.class)).hasSize(2);
    }

    @Test
    void otherTagsAreNotTouched() {
        leaf.nextIds("order", 100);
        assertRefused();

        assertThat(leaf.nextId("user")).isEqualTo(1);
        assertThat(leaf.generator().storeStatus().state())
                .as("the store did answer")
                .isEqualTo(Availability.State.UP);
    }

    @Test
    void anOutageMeanwhileIsNotForgottenToBeARewind() {
        leaf.nextIds("order", 100);
        assertRefused();
        leaf.store.goDown();
        leaf.time.advance(BackOff.LONGEST);
        assertRefused();
        leaf.store.comeUp();
        leaf.time.advance(BackOff.LONGEST);
        assertRefused();

        assertThat(leaf.store.maxId("order")).isEqualTo(500);
    }

    @Test
    void aTagThatWasRemovedAndComesBackLowerIsStillRefused() {
        leaf.store.remove("order");
        leaf.time.advance(Duration.ofSeconds(60));
        leaf.store.put("order", 1, 100);
        leaf.time.advance(Duration.ofSeconds(60));

        assertRefused();
        leaf.store.put("order", 2_000, 100);
        leaf.time.advance(BackOff.LONGEST);
        assertThat(leaf.nextId("order")).isEqualTo(2_000);
    }

    @Test
    void rowThatIsRemovedAfterItWasSetBackMeansAnUnknownTag() {
        leaf.nextIds("order", 100); // what was reserved
        assertRefused();
        leaf.store.remove("order");
        leaf.time.advance(BackOff.LONGEST);

        assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextId("order"));
    }

    private void assertRefused() {
        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("order"));
    }
}
