package io.leafid.textid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.IdsExhaustedException;
import io.leafid.RateExceededException;
import io.leafid.SegmentUnavailableException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.SegmentSettings;
import io.leafid.segment.SegmentSettings.NewTag;
import io.leafid.segment.SimulatedSegments;
import io.leafid.segment.buffer.AllocationSettings;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.buffer.TagSettings;
import io.leafid.segment.status.IdOrder;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import io.leafid.testing.CapturedLog;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Texts whose counter begins anew with each day, each day a tag of its own. */
class PeriodTextsTest {

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    private final InMemorySegmentStore store = new InMemorySegmentStore();

    private final Node node = new Node(null, Map.of("invoice", daily("INV-{date:yyyyMMdd}-{id:06}")));

    private static TextSettings daily(String pattern) {
        return new TextSettings(TextPattern.of(pattern), TextPeriod.DAY, ZONE, 10);
    }

    @AfterEach
    void close() {
        node.close();
    }

    /** A process with the segment engine, and its texts. */
    private final class Node implements AutoCloseable {

        private final ManualTime time = new ManualTime();
        private final SegmentIdGenerator generator;
        private final LeafTexts texts;

        Node(@Nullable NewTag autoCreate, Map<String, TextSettings> texts) {
            AllocationSettings allocation = new AllocationSettings(
                    Duration.ofMinutes(15),
                    1_000,
                    Map.of("ordered", new TagSettings(null, IdOrder.GLOBAL)),
                    0.1,
                    Duration.ZERO,
                    Duration.ofSeconds(5));
            ManualExecutor atOnce = new ManualExecutor();
            generator = SimulatedSegments.of(
                    store,
                    new SegmentSettings(allocation, Duration.ofSeconds(60), true, autoCreate, true),
                    List.of(),
                    null,
                    time,
                    new SegmentThreads(() -> new SegmentThreads.Pools(time, atOnce, atOnce)),
                    () -> 0.5);
            this.texts = new LeafTexts(texts, () -> generator, () -> generator, time);
            time.every(LeafTexts.LOOK_INTERVAL, this.texts::prepare);
        }

        Node startAt(String instant) {
            at(instant);
            generator.start();
            texts.prepare();
            return this;
        }

        void at(String instant) {
            time.stepWallClock(Duration.between(time.now(), Instant.parse(instant)));
        }

        String next() {
            return texts.nextText("invoice");
        }

        @Override
        public void close() {
            generator.close();
        }
    }

    @Test
    void counterBeginsAtOneOnEachDayOfTheZone() {
        node.startAt("2026-11-23T22:59:59.999Z");
        assertThat(List.of(node.next(), node.next())).containsExactly("INV-20261123-000001", "INV-20261123-000002");

        node.at("2026-11-23T23:00:00Z");
        assertThat(List.of(node.next(), node.next())).containsExactly("INV-20261124-000001", "INV-20261124-000002");
        assertThat(node.texts.nextTexts("invoice", 2)).containsExactly("INV-20261124-000003", "INV-20261124-000004");
        assertThat(node.texts.periodOf("invoice")).isEqualTo("invoice/20261124");
        assertThat(node.texts.parse("invoice", "INV-20261124-000003").id()).isEqualTo(3);
    }

    @Test
    void clockThatStepsBackOverMidnightGoesOnInTheFormerPeriod() {
        node.startAt("2026-11-23T22:59:00Z");
        assertThat(node.next()).isEqualTo("INV-20261123-000001");
        node.at("2026-11-23T23:00:30Z");
        assertThat(node.next()).isEqualTo("INV-20261124-000001");
        node.at("2026-11-23T22:59:59Z");
        assertThat(node.next()).isEqualTo("INV-20261123-000002");
        node.at("2026-11-23T23:00:00Z");
        assertThat(node.next()).isEqualTo("INV-20261124-000002");
    }

    @Test
    void nextPeriodIsMadeAheadAndItsFirstSegmentAllocated() {
        node.startAt("2026-11-23T12:00:00Z");
        assertThat(store.find("invoice/20261123")).contains(new TagRow("invoice/20261123", 1, 10));
        String first = node.next();
        node.time.advance(Duration.ofHours(4));
        assertThat(store.find("invoice/20261124")).as("seven hours ahead").isEmpty();

        node.time.advance(Duration.ofMinutes(65));
        store.goDown();
        node.at("2026-11-23T23:00:00Z");

        assertThat(first).isEqualTo("INV-20261123-000001");
        assertThat(node.next()).isEqualTo("INV-20261124-000001");
    }

    /** An id service has clients and no callers: what it reserved for these would be a gap in the texts. */
    @Test
    void nothingIsReservedOfTheNextPeriodForATagThatIsNotUsed() {
        node.startAt("2026-11-23T20:00:00Z");
        assertThat(node.generator.ranges().allocate("invoice/20261123", 5, 0).first())
                .isEqualTo(1);
        node.time.advance(Duration.ofMinutes(5));

        assertThat(store.find("invoice/20261124")).contains(new TagRow("invoice/20261124", 1, 10));
    }

    @Test
    void midnightWithoutADatabaseGivesTypedErrorsAndNeverYesterdaysDate() {
        node.startAt("2026-11-23T12:00:00Z");
        assertThat(node.next()).isEqualTo("INV-20261123-000001");
        store.goDown();
        node.at("2026-11-23T23:00:00Z");

        assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(node::next);

        store.comeUp();
        node.time.advance(Duration.ofMinutes(2));
        assertThat(node.next()).isEqualTo("INV-20261124-000001");
    }

    @Test
    void nodesShareThePeriod() {
        node.startAt("2026-11-23T12:00:00Z");
        try (Node other = new Node(null, Map.of("invoice", daily("INV-{date:yyyyMMdd}-{id:06}")))) {
            other.startAt("2026-11-23T12:00:00Z");

            assertThat(List.of(node.next(), other.next(), node.next()))
                    .containsExactly("INV-20261123-000001", "INV-20261123-000011", "INV-20261123-000002");
        }
    }

    @Test
    void periodBeginsAtOneWhateverOtherTagsBeginAt() {
        try (Node creating = new Node(new NewTag(5, 1_000), Map.of("slip", daily("{date:yyMMdd}-{id}")))) {
            creating.startAt("2026-11-23T12:00:00Z");

            assertThat(creating.texts.nextText("slip")).isEqualTo("261123-1");
            assertThat(creating.texts.nextText("order")).isEqualTo("1000");
        }
    }

    @Test
    void textThatWouldOutgrowItsWidthIsRefusedAndToldOfAtNineTenths() {
        try (Node narrow = new Node(null, Map.of("slip", daily("{date:yyMMdd}-{id:02}")));
                CapturedLog log = new CapturedLog(LeafTexts.class.getPackageName())) {
            narrow.startAt("2026-11-23T12:00:00Z");
            assertThat(narrow.texts.nextTexts("slip", 89)).hasSize(89);
            assertThat(log.messages()).isEmpty();
            assertThat(narrow.texts.nextText("slip")).isEqualTo("261123-90");
            assertThat(narrow.texts.nextTexts("slip", 9)).last().isEqualTo("261123-99");
            assertThat(narrow.texts.status())
                    .hasEntrySatisfying("slip", text -> assertThat(text.used()).isEqualTo(1));
            assertThat(log.messages())
                    .containsExactly("nine tenths of the texts of row 'slip/20261123' are used: id 90 of 99,"
                            + " which is what {date:yyMMdd}-{id:02} has room for");
            assertThatExceptionOfType(IdsExhaustedException.class)
                    .isThrownBy(() -> narrow.texts.nextText("slip"))
                    .withMessage("tag 'slip' has no more texts: id 100 of row 'slip/20261123' is larger than 99,"
                            + " which is what {date:yyMMdd}-{id:02} has room for");
        }
    }

    @Test
    void tagWithoutAPeriodHasTheIdsOfItsOwn() {
        store.put("coupon", 1, 10).put("order", 5, 10);
        TextSettings plain = new TextSettings(TextPattern.of("C{id:base36:04}"), TextPeriod.NONE, ZONE, 10);
        try (Node other = new Node(null, Map.of("coupon", plain))) {
            LeafTexts texts = other.startAt("2026-11-23T12:00:00Z").texts;

            assertThat(texts.nextText("coupon")).isEqualTo("C0001");
            assertThat(other.generator.nextId("coupon")).isEqualTo(2);
            assertThat(texts.nextText("order")).as("no pattern is set").isEqualTo("5");
            assertThat(texts.nextTexts("order", 2)).containsExactly("6", "7");
            assertThat(texts.knows("order")).isFalse();
            assertThatExceptionOfType(UnknownTagException.class).isThrownBy(() -> texts.nextText("missing"));
        }
    }

    @Test
    void limitOfTheTagHoldsForItsPeriods() {
        node.startAt("2026-11-23T22:59:00Z");
        String first = node.next();
        node.generator.limit("invoice", new TagLimit(true, 2L));
        assertThat(List.of(node.next(), node.next())).doesNotContain(first);
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(node::next);
        node.at("2026-11-23T23:00:00Z");
        assertThatExceptionOfType(RateExceededException.class).isThrownBy(node::next);

        node.generator.limit("invoice", new TagLimit(false, null));
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(node::next);
        assertThat(node.generator.limitOf("invoice/20261123").enabled()).isFalse();
    }

    @Test
    void settingsOfTheTagHoldForItsPeriods() {
        try (Node other = new Node(null, Map.of("ordered", daily("{date:yyyyMMdd}{id}")))) {
            assertThat(other.startAt("2026-11-23T12:00:00Z").texts.nextTexts("ordered", 1))
                    .containsExactly("202611231");
            assertThat(store.find("ordered/20261123"))
                    .as("nothing is reserved ahead")
                    .contains(new TagRow("ordered/20261123", 2, 10));
        }
    }
}
