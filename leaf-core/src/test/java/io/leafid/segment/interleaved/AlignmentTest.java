package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.TagRow;
import org.junit.jupiter.api.Test;

/** The rows of two databases once they are slots: none stands below where the highest stood, and none is lifted further. */
class AlignmentTest extends InterleavedScene {

    @Test
    void lowerRowIsLiftedWhicheverDatabaseHasIt() {
        a.with("order", 100, 10).with("user", 7, 10);
        b.with("order", 40, 10).with("user", 9, 10);
        store.findAll();

        assertThat(b.memory.maxId("order"))
                .as("above the other, by one number that is discarded")
                .isEqualTo(101);
        assertThat(a.memory.maxId("order"))
                .as("above that, when the second one joins")
                .isEqualTo(102);
        assertThat(a.memory.maxId("user")).isEqualTo(10);
        assertThat(b.memory.maxId("user")).isEqualTo(11);
    }

    @Test
    void equalRowsStayAsTheyAre() {
        a.with("order", 100, 10);
        b.with("order", 100, 20);
        store.findAll();

        assertThat(a.memory.find("order")).contains(new TagRow("order", 100, 10));
        assertThat(b.memory.find("order")).contains(new TagRow("order", 100, 20));
    }

    @Test
    void missingRowIsMadeWithTheSameNumbers() {
        a.with("fresh", 0, 30)
                .with("broken", 7, 0)
                .with("huge", 8, Long.MAX_VALUE)
                .with("bad", -1, 10);
        store.findAll();

        assertThat(b.memory.find("fresh")).contains(new TagRow("fresh", 0, 30));
        assertThat(b.memory.find("broken")).contains(new TagRow("broken", 7, 1));
        assertThat(b.memory.find("huge")).contains(new TagRow("huge", 8, TagRow.MAX_STEP));
        assertThat(b.memory.find("bad")).isEmpty();
    }
}
