package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.IdsExhaustedException;
import io.leafid.RateExceededException;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.segment.store.TagRow;
import io.leafid.testing.CapturedLog;
import io.leafid.textid.TextIdGenerator;
import io.leafid.textid.TextPattern;
import io.leafid.textid.TextPeriod;
import io.leafid.textid.TextSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Texts whose counter begins anew with each day, each day a row of its own. */
class PeriodTextsTest {

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    private final ManualGenerator leaf =
            new ManualGenerator().with(to -> to.text("invoice", daily("INV-{date:yyyyMMdd}-{id:06}")));

    private static TextSettings daily(String pattern) {
        return new TextSettings(TextPattern.of(pattern), TextPeriod.DAY, ZONE, 10);
    }

    private void at(String instant) {
        leaf.time.stepWallClock(Duration.between(leaf.time.now(), Instant.parse(instant)));
    }

    private String next() {
        return leaf.generator().nextText("invoice");
    }

    @AfterEach
    void close() {
        leaf.close();
    }

    @Test
    void counterBeginsAtOneOnEachDayOfTheZone() {
        at("2026-11-23T22:59:59.999Z");
        leaf.start();
        assertThat(List.of(next(), next())).containsExactly("INV-20261123-000001", "INV-20261123-000002");

        at("2026-11-23T23:00:00Z");
        assertThat(List.of(next(), next())).containsExactly("INV-20261124-000001", "INV-20261124-000002");
        assertThat(leaf.generator().nextTexts("invoice", 2))
                .containsExactly("INV-20261124-000003", "INV-20261124-000004");
    }

    @Test
    void clockThatStepsBackOverMidnightGoesOnInTheFormerPeriod() {
        at("2026-11-23T22:59:00Z");
        leaf.start();
        assertThat(next()).isEqualTo("INV-20261123-000001");
        at("2026-11-23T23:00:30Z");
        assertThat(next()).isEqualTo("INV-20261124-000001");
        at("2026-11-23T22:59:59Z");
        assertThat(next()).isEqualTo("INV-20261123-000002");
        at("2026-11-23T23:00:00Z");
        assertThat(next()).isEqualTo("INV-20261124-000002");
    }

    @Test
    void rowOfTheNextPeriodIsMadeAheadAndItsFirstSegmentAllocated() {
        at("2026-11-23T12:00:00Z");
        leaf.start();
        assertThat(leaf.store.find("invoice/20261123")).contains(new TagRow("invoice/20261123", 1, 10));
        String first = next();
        leaf.time.advance(Duration.ofHours(4));
        assertThat(leaf.store.find("invoice/20261124")).as("seven hours ahead").isEmpty();

        leaf.time.advance(Duration.ofMinutes(65));
        leaf.store.goDown();
        at("2026-11-23T23:00:00Z");

        assertThat(first).isEqualTo("INV-20261123-000001");
        assertThat(next()).isEqualTo("INV-20261124-000001");
    }

    @Test
    void nothingIsReservedOfTheNextPeriodForATagThatIsNotUsed() {
        at("2026-11-23T20:00:00Z");
        leaf.start();
        leaf.time.advance(Duration.ofMinutes(5));

        assertThat(leaf.store.find("invoice/20261124")).contains(new TagRow("invoice/20261124", 1, 10));
    }

    /** An id service has clients and no callers: what it reserved for these would be a gap in the texts. */
    @Test
    void nothingIsReservedWhereRangesAreOnlyGranted() {
        at("2026-11-23T20:00:00Z");
        leaf.start();
        assertThat(leaf.generator().ranges().allocate("invoice/20261123", 5, 0).first())
                .isEqualTo(1);
        leaf.time.advance(Duration.ofMinutes(5));

        assertThat(leaf.store.find("invoice/20261123")).contains(new TagRow("invoice/20261123", 6, 10));
        assertThat(leaf.store.find("invoice/20261124")).contains(new TagRow("invoice/20261124", 1, 10));
    }

    @Test
    void midnightWithoutADatabaseGivesTypedErrorsAndNeverYesterdaysDate() {
        at("2026-11-23T12:00:00Z");
        leaf.start();
        assertThat(next()).isEqualTo("INV-20261123-000001");
        leaf.store.goDown();
        at("2026-11-23T23:00:00Z");

        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(this::next);

        leaf.store.comeUp();
        leaf.time.advance(Duration.ofMinutes(2));
        assertThat(next()).isEqualTo("INV-20261124-000001");
    }

    @Test
    void nodesShareTheRowsOfAPeriod() {
        at("2026-11-23T12:00:00Z");
        leaf.start();
        try (ManualGenerator other =
                new ManualGenerator(leaf.store).with(to -> to.text("invoice", daily("INV-{date:yyyyMMdd}-{id:06}")))) {
            other.time.stepWallClock(Duration.between(other.time.now(), leaf.time.now()));
            other.start();

            assertThat(List.of(next(), other.generator().nextText("invoice"), next()))
                    .containsExactly("INV-20261123-000001", "INV-20261123-000011", "INV-20261123-000002");
        }
    }

    @Test
    void textThatWouldOutgrowItsWidthIsRefusedAndToldOfAtNineTenths() {
        leaf.with(to -> to.text("slip", daily("{date:yyMMdd}-{id:02}")));
        at("2026-11-23T12:00:00Z");
        leaf.start();
        List<String> most = leaf.generator().nextTexts("slip", 89);
        try (CapturedLog log = new CapturedLog(TextIdGenerator.class.getPackageName())) {
            assertThat(leaf.generator().nextText("slip")).isEqualTo("261123-90");
            assertThat(leaf.generator().nextTexts("slip", 9)).last().isEqualTo("261123-99");
            assertThat(log.messages())
                    .containsExactly("nine tenths of the texts of row 'slip/20261123' are used: id 90 of 99,"
                            + " which is what {date:yyMMdd}-{id:02} has room for");
        }
        assertThat(most).hasSize(89);
        assertThatExceptionOfType(IdsExhaustedException.class)
                .isThrownBy(() -> leaf.generator().nextText("slip"))
                .withMessage("tag 'slip' has no more texts: id 100 of row 'slip/20261123' is larger than 99,"
                        + " which is what {date:yyMMdd}-{id:02} has room for");
    }

    @Test
    void tagWithoutAPeriodHasTheIdsOfItsRow() {
        TextSettings plain = new TextSettings(TextPattern.of("C{id:base36:04}"), TextPeriod.NONE, ZONE, 10);
        leaf.row("coupon", 1, 10)
                .row("order", 5, 10)
                .with(to -> to.text("coupon", plain))
                .start();

        assertThat(leaf.generator().nextText("coupon")).isEqualTo("C0001");
        assertThat(leaf.nextId("coupon")).isEqualTo(2);
        assertThat(leaf.generator().nextText("order")).as("no text is set").isEqualTo("5");
        assertThat(leaf.generator().nextTexts("order", 2)).containsExactly("6", "7");
        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> leaf.generator().nextText("missing"));
    }

    @Test
    void limitOfTheTagHoldsForItsPeriods() {
        at("2026-11-23T22:59:00Z");
        leaf.start();
        String first = next();
        leaf.generator().limit("invoice", new TagLimit(true, 2L));
        assertThat(List.of(next(), next())).doesNotContain(first);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(this::next);
        at("2026-11-23T23:00:00Z");
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(this::next);

        leaf.generator().limit("invoice", new TagLimit(false, null));
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(this::next);
        assertThat(leaf.generator().limitOf("invoice/20261123").enabled()).isFalse();
    }

    /** The row is not due at the moment of the change, and its segment is in memory. */
    @Test
    void limitHoldsForTheRowThatAClockStepsBackToAndForNoOtherTag() {
        leaf.row("order", 1, 10);
        at("2026-11-23T12:00:00Z");
        leaf.start();
        next();
        leaf.nextId("order");
        at("2026-11-24T12:00:00Z");
        leaf.generator().limit("invoice", new TagLimit(false, null));

        at("2026-11-23T12:00:00Z");
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(this::next);
        assertThat(leaf.nextId("order")).isEqualTo(2);
    }

    @Test
    void settingsOfTheTagHoldForItsPeriods() {
        leaf.with(to -> to.globalText("ordered", daily("{date:yyyyMMdd}{id}")));
        at("2026-11-23T12:00:00Z");
        leaf.start();

        assertThat(leaf.generator().nextTexts("ordered", 1)).containsExactly("202611231");
        assertThat(leaf.store.find("ordered/20261123"))
                .as("nothing is reserved ahead")
                .contains(new TagRow("ordered/20261123", 2, 10));
    }

    @Test
    void rowsOfOtherDaysAreNotMade() {
        at("2026-11-23T12:00:00Z");
        leaf.start();

        for (String row : List.of("invoice/20261121", "invoice/20271123", "invoice/2026", "invoice/x", "invoice")) {
            assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> leaf.nextId(row));
        }
        assertThat(leaf.generator().status()).extracting(status -> status.tag()).containsExactly("invoice/20261123");
    }

    @Test
    void rowOfAPeriodThatIsOverIsForgottenAndItsRestIsNotHeld() {
        at("2026-11-23T12:00:00Z");
        leaf.start();
        assertThat(next()).isEqualTo("INV-20261123-000001");
        at("2026-11-25T12:00:00Z");
        assertThat(next()).isEqualTo("INV-20261125-000001");
        leaf.time.advance(Duration.ofMinutes(2));
        assertThat(leaf.generator().status()).extracting(status -> status.tag()).containsExactly("invoice/20261125");

        at("2026-11-23T12:00:00Z");
        assertThat(next()).as("of a clock that steps back by two days").isEqualTo("INV-20261123-000011");
    }

    @Test
    void tagThatIsPreloadedHasItsFirstSegmentOfThePresentPeriod() {
        at("2026-11-23T12:00:00Z");
        leaf.preload("invoice").start();
        leaf.store.goDown();

        assertThat(next()).isEqualTo("INV-20261123-000001");
    }

    private static TextSettings kept(int days) {
        TextPattern pattern = TextPattern.of("K-{date:yyyyMMdd}-{id}");
        return new TextSettings(pattern, TextPeriod.DAY, ZONE, 10, Duration.ofDays(days));
    }

    @Test
    void rowIsRemovedAfterItsRetentionAndNeverUsedAgain() {
        leaf.with(to -> to.text("kept", kept(31)));
        leaf.row("kept/20261022", 77, 10).row("kept/20261023", 78, 10).row("kept/20269999", 1, 10);
        leaf.row("invoice/20201023", 79, 10);
        at("2026-11-23T12:00:00Z");
        leaf.start();
        try (CapturedLog log = new CapturedLog(PeriodRows.class.getName())) {
            leaf.time.advance(Duration.ofMinutes(2));
            assertThat(log.messages()).containsExactly("row 'kept/20261022' is removed after its retention");
        }

        assertThat(leaf.store.findAll())
                .extracting(TagRow::tag)
                .containsExactlyInAnyOrder(
                        "kept/20261023", "kept/20261123", "kept/20269999", "invoice/20261123", "invoice/20201023");

        at("2026-10-22T12:00:00Z");
        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.generator().nextText("kept"))
                .withMessage("row 'kept/20261022' is older than the retention of its tag, whose latest row is"
                        + " 'kept/20261123': is the clock of this machine behind? If another's was ahead, delete the latest row;"
                        + " texts of it that were issued may come again on their date");
        assertThat(leaf.store.find("kept/20261022")).isEmpty();
        at("2026-10-23T12:00:00Z");
        assertThat(leaf.generator().nextText("kept")).isEqualTo("K-20261023-78");
    }

    @Test
    void rowAfterItsRetentionIsRefusedAlsoWhereItCannotBeRemoved() {
        leaf.with(to -> to.text("kept", kept(31)));
        leaf.row("kept/20261022", 77, 10).row("kept/20261123", 1, 10).hooks.beforeRemove(tag -> {
            throw new IllegalStateException("DELETE command denied");
        });
        at("2026-10-22T12:00:00Z");
        leaf.start();
        leaf.time.advance(Duration.ofMinutes(2));

        assertThatExceptionOfType(SegmentUnavailableException.class)
                .isThrownBy(() -> leaf.generator().nextText("kept"))
                .withMessageStartingWith("row 'kept/20261022' is older than the retention of its tag");
    }

    /** The latest row and the own clock agree there, since it makes that row itself: the clock of the store does not. */
    @Test
    void nodeWhoseClockIsAheadRemovesNoRowInUse() {
        List<String> asked = new ArrayList<>();
        leaf.with(to -> to.text("kept", kept(31)));
        leaf.hooks.beforeRemove(asked::add);
        at("2026-11-23T12:00:00Z");
        leaf.start();
        assertThat(leaf.generator().nextText("kept")).isEqualTo("K-20261123-1");
        try (ManualGenerator ahead = new ManualGenerator(leaf.store).with(to -> to.text("kept", kept(31)))) {
            ahead.hooks.beforeRemove(row -> asked.add("ahead: " + row));
            ahead.time.stepWallClock(Duration.between(ahead.time.now(), Instant.parse("2027-01-02T12:00:00Z")));
            ahead.start();
            ahead.time.advance(Duration.ofMinutes(1));
        }
        leaf.time.advance(Duration.ofMinutes(2));

        assertThat(asked)
                .as("a node whose own clock does not agree asks nothing")
                .containsOnly("ahead: kept/20261123");
        assertThat(leaf.store.findAll()).extracting(TagRow::tag).contains("kept/20261123", "kept/20270102");
        assertThat(leaf.generator().nextTexts("kept", 20)).last().isEqualTo("K-20261123-21");
    }

    /** The row of the next year is made six hours ahead. */
    @Test
    void rowOfAYearIsUsedUntilItsEndThoughItBeganBeforeTheRetention() {
        TextPattern pattern = TextPattern.of("Y-{date:yyyy}-{id}");
        leaf.with(to -> to.text("yearly", new TextSettings(pattern, TextPeriod.YEAR, ZONE, 10, Duration.ofDays(31))));
        leaf.row("yearly/2026", 77, 10).row("yearly/2027", 1, 10).row("yearly/2025", 7, 10);
        at("2026-12-31T20:00:00Z");
        leaf.start();
        leaf.time.advance(Duration.ofMinutes(2));

        assertThat(leaf.generator().nextText("yearly")).isEqualTo("Y-2026-77");
        assertThat(leaf.store.find("yearly/2025"))
                .as("of a year that ended long ago")
                .isEmpty();
    }

    @Test
    void storeThatRemovesNothingIsNoFailure() {
        leaf.with(to -> to.text("kept", kept(31)));
        leaf.row("kept/20251023", 78, 10).hooks.beforeRemove(tag -> {
            throw new IllegalStateException("DELETE command denied");
        });
        at("2026-11-23T12:00:00Z");
        leaf.start();
        try (CapturedLog log = new CapturedLog(PeriodRows.class.getName())) {
            leaf.time.advance(Duration.ofMinutes(1));
            assertThat(log.warnings())
                    .contains("row 'kept/20251023' could not be removed after its retention: DELETE command denied");
        }
        assertThat(leaf.generator().nextText("kept")).isEqualTo("K-20261123-1");
    }

    /** They are tried at each refresh, and a user without the right to DELETE has none tomorrow either. */
    @Test
    void rowsThatCannotBeRemovedAreToldOfOnceUntilOneIs() {
        AtomicBoolean denied = new AtomicBoolean(true);
        leaf.with(to -> to.text("kept", kept(31)));
        leaf.row("kept/20251023", 78, 10).row("kept/20251024", 78, 10);
        leaf.hooks.beforeRemove(tag -> {
            if (denied.get()) {
                throw new IllegalStateException("DELETE command denied");
            }
        });
        at("2026-11-23T12:00:00Z");
        leaf.start();
        try (CapturedLog log = new CapturedLog(PeriodRows.class.getName())) {
            leaf.time.advance(Duration.ofMinutes(5));
            assertThat(log.warnings()).hasSize(1);

            denied.set(false);
            leaf.time.advance(Duration.ofMinutes(2));
            denied.set(true);
            leaf.row("kept/20251025", 78, 10);
            leaf.time.advance(Duration.ofMinutes(5));
            assertThat(log.warnings()).hasSize(2);
        }
    }
}
