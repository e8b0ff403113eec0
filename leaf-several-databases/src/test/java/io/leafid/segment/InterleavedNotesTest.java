package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.LiftingStore;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.test.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run notes of databases that grant ids by turns, and what the next run makes of it. */
class InterleavedNotesTest {

    private static final int SLOTS = 4;

    @TempDir
    Path directory = Path.of("");

    private final LiftingStore a = new LiftingStore().with("order", 0, 5);
    private final LiftingStore b = new LiftingStore().with("order", 0, 5);

    private ManualGenerator run() {
        InterleavedSegmentStore store = new InterleavedSegmentStore(
                List.of(new SlottedDatabase("a", 0, a), new SlottedDatabase("b", 1, b)),
                SLOTS,
                new InterleavedSettings(Duration.ofSeconds(8), event -> {}, new ManualTime(), () -> 0.5, tag -> false));
        return new ManualGenerator(store)
                .recentTags(directory.resolve("tags"))
                .with(settings -> settings.maxStep(5))
                .start();
    }

    private static Set<Integer> slotsOf(ManualGenerator leaf, int count, Set<Long> issued) {
        Set<Integer> slots = new HashSet<>();
        for (int i = 0; i < count; i++) {
            long id = leaf.nextId("order");
            assertThat(issued.add(id)).as("%d is issued once", id).isTrue();
            slots.add((int) (id % SLOTS));
            leaf.time.advance(Duration.ofSeconds(1));
        }
        return slots;
    }

    @Test
    void databaseThatWasSetBackBetweenTwoRunsIsRefusedAndTheOtherServes() {
        Set<Long> issued = new HashSet<>();
        try (ManualGenerator first = run()) {
            assertThat(slotsOf(first, 100, issued)).containsExactlyInAnyOrder(0, 1);
        }
        long before = a.memory.maxId("order");
        a.with("order", 3, 5);

        try (ManualGenerator second = run()) {
            assertThat(slotsOf(second, 50, issued)).containsExactly(1);
            assertThat(a.memory.maxId("order"))
                    .as("left as the restore has left it")
                    .isEqualTo(3);
            a.with("order", before, 5);
            assertThat(slotsOf(second, 50, issued)).contains(0);
        }
    }

    @Test
    void secondRunGoesOnAboveTheFirstThoughTheDatabaseThatGrantedLastIsAway() {
        Set<Long> issued = new HashSet<>();
        try (ManualGenerator first = run()) {
            slotsOf(first, 100, issued);
        }
        long highest = issued.stream().mapToLong(Long::longValue).max().orElseThrow();
        LiftingStore last = (highest % SLOTS == 0) ? a : b;
        last.memory.goDown();

        try (ManualGenerator second = run()) {
            assertThat(second.nextId("order")).isGreaterThan(highest);
        }
    }
}
