package io.leafid.segment.interleaved;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a process knows to be granted to it, so that a counter that stands below is one that was set back. */
class CounterMarksTest {

    private final CounterMarks marks = new CounterMarks();

    @Test
    void highestEndUpToANumberIncludesIt() {
        marks.granted("order", 20);
        marks.granted("order", 10);

        assertThat(marks.highestUpTo("order", Long.MAX_VALUE)).isEqualTo(20);
        assertThat(marks.highestUpTo("order", 20)).isEqualTo(20);
        assertThat(marks.highestUpTo("order", 19)).isEqualTo(10);
        assertThat(marks.highestUpTo("order", 9)).isZero();
        assertThat(marks.highestUpTo("user", Long.MAX_VALUE)).isZero();
    }
}
