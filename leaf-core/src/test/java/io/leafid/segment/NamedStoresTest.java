package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.UnknownTagException;
import io.leafid.concurrent.Availability;
import io.leafid.segment.buffer.SegmentThreads;
import io.leafid.segment.status.DatabaseStatus;
import io.leafid.segment.status.SegmentTagStatus;
import io.leafid.segment.store.ForwardingSegmentStore;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.SeveralCounters;
import io.leafid.segment.store.StartFailures;
import io.leafid.segment.store.TagRow;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.time.ManualExecutor;
import io.leafid.test.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tags that have a database of their own beside the one of all others. */
class NamedStoresTest {

    private static final StartFailures OUTAGES = new StartFailures() {
        @Override
        public RuntimeException explain(RuntimeException failure) {
            return new IllegalStateException("explained", failure);
        }

        @Override
        public boolean isOutage(RuntimeException failure) {
            return true;
        }
    };

    private final ManualTime time = new ManualTime();
    private final InMemorySegmentStore usual = new InMemorySegmentStore();
    private final InMemorySegmentStore own = new InMemorySegmentStore();
    private final SettingsBuilder settings = new SettingsBuilder().waitTimeout(Duration.ZERO);
    private final List<String> preload = new ArrayList<>();
    private StartFailures failures = OUTAGES;
    private List<DatabaseStatus> byTurns = List.of();

    private SegmentIdGenerator generator() {
        return new SegmentIdGenerator(
                new SegmentStores(
                        byTurns.isEmpty() ? usual : new ByTurns(usual, byTurns),
                        List.of(new SegmentStores.TagStore("a", own, Set.of("audit"), failures)),
                        failures),
                settings.build(),
                preload,
                null,
                event -> {},
                time,
                () -> new SegmentThreads(this::pools),
                () -> 0.5);
    }

    private SegmentThreads.Pools pools() {
        time.reopen();
        return new SegmentThreads.Pools(time, new ManualExecutor(), new ManualExecutor());
    }

    @Test
    void periodsOfATagAreInItsDatabase() {
        try (SegmentIdGenerator leaf = started()) {
            assertThat(leaf.nextIds("audit/20251101", 1, new SegmentSettings.NewTag(10, 1)))
                    .containsExactly(1);
            assertThat(own.findAll()).extracting(TagRow::tag).containsExactly("audit/20251101");
            assertThat(usual.findAll()).isEmpty();
            assertThat(leaf.databaseOf("audit/20251101")).contains("a");
            leaf.limit("audit", new TagLimit(false, null));
            assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> leaf.nextId("audit/20251101"));
        }
    }

    /** Several databases, of which the first one answers. */
    private static final class ByTurns extends ForwardingSegmentStore implements SeveralCounters {

        private final List<DatabaseStatus> members;

        ByTurns(SegmentStore store, List<DatabaseStatus> members) {
            super(store);
            this.members = members;
        }

        @Override
        public List<DatabaseStatus> members() {
            return members;
        }

        @Override
        public Map<String, Long> handedOut(String tag, long end) {
            return Map.of();
        }

        @Override
        public long recall(String tag, Map<String, Long> ends) {
            return 0;
        }
    }

    private SegmentIdGenerator started() {
        SegmentIdGenerator leaf = generator();
        leaf.start();
        return leaf;
    }

    private void putRows() {
        usual.put("order", 1, 10).put("audit", 7_000, 10);
        own.put("audit", 1_000, 10).put("order", 8_000, 10);
    }

    @Test
    void eachTagIsServedByItsOwnStoreThoughOthersHaveARowOfItToo() {
        putRows();
        SegmentIdGenerator leaf = started();

        assertThat(leaf.nextId("audit")).isEqualTo(1_000);
        assertThat(leaf.nextIds("order", 2)).containsExactly(1, 2);
        assertThat(leaf.sequence("audit").next()).isEqualTo(1_001);
        assertThat(leaf.nextIdsOfExisting("audit", 1)).containsExactly(1_002);
        assertThat(leaf.status()).extracting(SegmentTagStatus::tag).containsExactly("audit", "order");
        assertThat(leaf.usedTags()).containsExactlyInAnyOrder("audit", "order");
        assertThat(leaf.status("audit").orElseThrow().traffic().issued()).isEqualTo(3);
        assertThat(leaf.databaseOf("audit")).contains("a");
        assertThat(leaf.databaseOf("order")).isEmpty();
    }

    @Test
    void preloadedTagsArePreparedInTheirOwnStore() {
        putRows();
        preload.addAll(List.of("audit", "order"));
        started();

        assertThat(own.maxId("audit")).isEqualTo(1_010);
        assertThat(own.maxId("order")).isEqualTo(8_000);
        assertThat(usual.maxId("order")).isEqualTo(11);
        assertThat(usual.maxId("audit")).isEqualTo(7_000);
    }

    @Test
    void eachStoreHasAStateOfItsOwn() {
        putRows();
        SegmentIdGenerator leaf = generator();
        assertThat(leaf.databases()).containsExactly(new DatabaseStatus("a", null, Availability.Status.UNKNOWN, 0));
        own.goDown();
        leaf.start();

        assertThat(leaf.storeStatus("audit").state()).isEqualTo(Availability.State.DOWN);
        assertThat(leaf.storeStatus("order").state()).isEqualTo(Availability.State.UP);
        assertThat(leaf.storeStatus().state()).isEqualTo(Availability.State.UP);
        assertThat(leaf.databases())
                .singleElement()
                .satisfies(each -> assertThat(each.status()).isEqualTo(leaf.storeStatus("audit")));
        assertThat(leaf.nextId("order")).isEqualTo(1);
        assertThat(leaf.isClosed()).isFalse();
    }

    @Test
    void startNeedsOneOfThem() {
        usual.goDown();
        started().close();
        own.goDown();
        SegmentIdGenerator leaf = generator();

        assertThatIllegalStateException()
                .isThrownBy(leaf::start)
                .withMessage("explained")
                .satisfies(ex -> assertThat(ex.getSuppressed()).hasSize(1));
        assertThat(leaf.isClosed()).isTrue();
    }

    @Test
    void failureThatTwoStoresHaveTogetherIsThrownAsItIs() {
        IllegalStateException same = new IllegalStateException("one failure of both");
        StartFailures explained = new StartFailures() {
            @Override
            public RuntimeException explain(RuntimeException failure) {
                return same;
            }

            @Override
            public boolean isOutage(RuntimeException failure) {
                return true;
            }
        };
        usual.goDown();
        own.goDown();
        failures = explained;

        assertThatIllegalStateException()
                .isThrownBy(() -> generator().start())
                .isSameAs(same)
                .satisfies(ex -> assertThat(ex.getSuppressed()).isEmpty());
    }

    @Test
    void databaseThatGrantsByTurnsAndServesATagAloneIsShownOnceWithBothItsAllocations() {
        putRows();
        Instant since = Instant.EPOCH;
        byTurns = List.of(
                new DatabaseStatus("a", 0, new Availability.Status(Availability.State.UP, since, null), 5),
                new DatabaseStatus(
                        "b", 1, new Availability.Status(Availability.State.REFUSED, since, "another slot"), 2));
        SegmentIdGenerator leaf = started();
        leaf.nextId("audit");

        assertThat(leaf.databases())
                .containsExactly(
                        new DatabaseStatus("a", 0, new Availability.Status(Availability.State.UP, since, null), 6),
                        new DatabaseStatus(
                                "b", 1, new Availability.Status(Availability.State.REFUSED, since, "another slot"), 2));
    }

    @Test
    void limitHoldsForTheTagInItsOwnStore() {
        putRows();
        SegmentIdGenerator leaf = started();
        TagLimit off = new TagLimit(false, null);
        leaf.limit("audit", off);

        assertThat(leaf.limitOf("audit")).isEqualTo(off);
        assertThat(leaf.limitOf("order")).isEqualTo(TagLimit.NONE);
        assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> leaf.nextId("audit"));
    }

    @Test
    void stopAndCloseReachAll() {
        putRows();
        SegmentIdGenerator leaf = started();
        leaf.nextId("audit");
        leaf.stop();
        assertThat(own.maxId("audit")).as("what is left is given back").isEqualTo(1_001);
        leaf.start();
        assertThat(leaf.nextId("audit")).isEqualTo(1_001);
        leaf.close();
        assertThat(own.maxId("audit")).isEqualTo(1_002);
    }

    @Test
    void tagThatNoStoreHasIsUnknown() {
        assertThatExceptionOfType(UnknownTagException.class)
                .isThrownBy(() -> started().nextId("audit"));
    }

    @Test
    void nameAndTagAreThereOnce() {
        SegmentStores.TagStore one = new SegmentStores.TagStore("a", own, Set.of("audit"), OUTAGES);
        SegmentStores.TagStore sameName = new SegmentStores.TagStore("a", own, Set.of("log"), OUTAGES);
        SegmentStores.TagStore sameTag = new SegmentStores.TagStore("b", own, Set.of("audit"), OUTAGES);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentStores(usual, List.of(one, sameName), OUTAGES))
                .withMessage("'a' is there twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentStores(usual, List.of(one, sameTag), OUTAGES))
                .withMessage("'audit' is there twice");
    }

    @Test
    void notesOfANamedStoreLieBesideTheOthers() {
        Path usualFile = Path.of("/state/tags.txt");

        assertThat(StoreEngines.fileOf(null, "")).isNull();
        assertThat(StoreEngines.fileOf(null, "a")).isNull();
        assertThat(StoreEngines.fileOf(usualFile, "")).isEqualTo(usualFile);
        assertThat(StoreEngines.fileOf(usualFile, "a")).isEqualTo(Path.of("/state/tags-a.txt"));
        assertThat(StoreEngines.fileOf(Path.of("/state/tags"), "a")).isEqualTo(Path.of("/state/tags-a"));
        assertThat(StoreEngines.fileOf(Path.of("/state/.tags"), "a")).isEqualTo(Path.of("/state/-a.tags"));
    }
}
