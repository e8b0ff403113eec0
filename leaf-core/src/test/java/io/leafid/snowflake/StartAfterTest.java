package io.leafid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.SnowflakeLayout;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartAfterTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    @Test
    void smallestIdOfTheFirstMillisecondIsAboveTheId() {
        long millis = 1_764_000_000_000L;
        long largest = LAYOUT.pack(millis, 1023, 4095);
        long first = Objects.requireNonNull(StartAfter.valueOf(" " + largest)).firstMillis(LAYOUT);

        assertThat(first).isEqualTo(millis + 1);
        assertThat(LAYOUT.pack(first, 0, 0)).isEqualTo(largest + 1);
    }

    /** The record of the namespace has no room for a time before 1970. */
    @Test
    void instantBeforeAllIdsSetsNoFloor() {
        assertThat(Objects.requireNonNull(StartAfter.valueOf("1969-12-31T23:59:58Z"))
                        .firstMillis(LAYOUT))
                .isZero();
    }

    @Test
    void instantItselfIsNotUsed() {
        assertThat(Objects.requireNonNull(StartAfter.valueOf("2026-01-31T12:00:00.999Z"))
                        .firstMillis(LAYOUT))
                .isEqualTo(Instant.parse("2026-01-31T12:00:01Z").toEpochMilli());
        assertThat(StartAfter.valueOf(" ")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "tomorrow", "2026-01-31", "99999999999999999999"})
    void otherTextIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StartAfter.valueOf(text))
                .withMessageContaining(text);
    }
}
