package io.leafid.autoconfigure.remote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of the amounts that an id service sells stay far from the largest number; no client asks for more, since a step is an int. */
class SegmentServicePropertiesTest {

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 2_147_483_648L, Long.MAX_VALUE})
    void anAmountThatNoClientMayTakeIsRefused(long maxAmount) {
        assertThatThrownBy(() -> new SegmentServiceProperties(true, maxAmount, false))
                .hasMessage("leaf.web.segments.max-amount must be from 1 to 2147483647, but is %d", maxAmount);
    }
}
