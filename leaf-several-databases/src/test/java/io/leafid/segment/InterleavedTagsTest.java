package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.leafid.SegmentUnavailableException;
import io.leafid.segment.interleaved.InterleavedSegmentStore;
import io.leafid.segment.interleaved.InterleavedSettings;
import io.leafid.segment.interleaved.LiftingStore;
import io.leafid.segment.interleaved.SlottedDatabase;
import io.leafid.test.time.ManualTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tags that get their rows on first use, while one of several databases is away for good. */
class InterleavedTagsTest {

    private final LiftingStore a = new LiftingStore().with("order", 0, 5);
    private final LiftingStore b = new LiftingStore().with("order", 0, 5);
    private boolean makesRows = true;

    private ManualGenerator run() {
        InterleavedSegmentStore store = new InterleavedSegmentStore(
                List.of(new SlottedDatabase("a", 0, a), new SlottedDatabase("b", 1, b)),
                4,
                new InterleavedSettings(
                        Duration.ofSeconds(8), event -> {}, new ManualTime(), () -> 0.5, tag -> makesRows));
        return new ManualGenerator(store);
    }

    private ManualGenerator startedWithoutA() {
        run().start().close(); // makes the slots
        a.memory.goDown();
        return run();
    }

    @Test
    void databasesThatAnswerGetTheRowThoughAnotherMayHaveIt() {
        try (ManualGenerator leaf = startedWithoutA().with(settings -> settings.autoCreate(5, 100))) {
            assertThat(leaf.start().nextId("item")).isEqualTo(101);
        }
    }

    /** A period begins at the number of slots, and no id comes twice though one of the databases is lost. */
    @Test
    void periodGoesOnInTheDatabasesThatAnswer() {
        Set<Long> ids = new HashSet<>();
        for (int run = 0; run < 3; run++) {
            try (ManualGenerator leaf = run().start()) {
                for (long id : leaf.generator().nextIds("invoice/20251101", 11, new SegmentSettings.NewTag(2, 1))) {
                    ids.add(id);
                }
            }
            if (run == 1) {
                a.memory.goDown();
            }
        }
        assertThat(ids).hasSize(33).contains(4L).doesNotContain(1L);
    }

    @Test
    void tagIsNoUnknownOneWhileADatabaseThatMayHaveItIsAway() {
        makesRows = false;
        try (ManualGenerator leaf = startedWithoutA()) {
            leaf.start();
            assertThatExceptionOfType(SegmentUnavailableException.class)
                    .isThrownBy(() -> leaf.nextId("item"))
                    .withMessageContaining("may be in another one");
        }
    }

    @Test
    void tagIsRefusedWhereNoDatabaseAnswers() {
        try (ManualGenerator leaf = startedWithoutA().with(settings -> settings.autoCreate(5, 100))) {
            leaf.start();
            b.memory.goDown();
            assertThatExceptionOfType(SegmentUnavailableException.class).isThrownBy(() -> leaf.nextId("item"));
        }
    }
}
