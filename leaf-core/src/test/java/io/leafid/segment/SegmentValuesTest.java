package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.segment.status.SegmentRange;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.TagRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values that stores exchange with the engine. */
class SegmentValuesTest {

    @ParameterizedTest
    @CsvSource({"-1, 5", "5, 5", "6, 5", "0, -1"})
    void aGrantIsARangeOfIds(long first, long end) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AllocatedSegment(first, end, 1))
                .withMessage("not a range of ids: [" + first + ", " + end + ")");
    }

    @Test
    void aGrantMayEndAtTheLargestNumber() {
        assertThat(new AllocatedSegment(0, Long.MAX_VALUE, 1).size()).isEqualTo(Long.MAX_VALUE);
        assertThat(new SegmentRange(2, 5).size()).isEqualTo(3);
    }

    @ParameterizedTest(name = "max_id={0}, step={1}: {2}")
    @CsvSource({
        "0, 1, true",
        "9223372036854775807, 2147483647, true",
        "1, 0, false",
        "1, -5, false",
        "1, 2147483648, false",
        "-1, 1000, false",
    })
    void aRowIsBoughtFromOnlyIfItsNumbersMakeSense(long maxId, long step, boolean valid) {
        assertThat(new TagRow("order", maxId, step).isValid()).isEqualTo(valid);
    }

    @Test
    void aRowsProblemNamesTheRowTheValuesAndTheRemedy() {
        assertThat(new TagRow("order", 7, -5).problem())
                .isEqualTo("row 'order' cannot be used: max_id=7 (0 or more), step=-5 (1 to 2147483647);"
                        + " correct it by SQL");
    }
}
