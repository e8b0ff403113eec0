package io.leafid.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaddedLongTest {

    private final PaddedLong number = new PaddedLong() {};

    @Test
    void isANumberThatChangesAtomically() {
        assertThat(number.get()).isZero();
        assertThat(number.getAndAdd(5)).isZero();
        assertThat(number.getAndAdd(2)).isEqualTo(5);
        assertThat(number.get()).isEqualTo(7);

        assertThat(number.compareAndSet(6, 9)).isFalse();
        assertThat(number.get()).isEqualTo(7);
        assertThat(number.compareAndSet(7, 9)).isTrue();
        assertThat(number.getAndSet(1)).isEqualTo(9);
        assertThat(number.get()).isEqualTo(1);
    }
}
