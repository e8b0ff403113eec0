package io.leafid.remote.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import org.junit.jupiter.api.Test;

/** What may be given back: the last range of a tag, once, by the request that got it. */
class RecentGrantsTest {

    private final RecentGrants grants = new RecentGrants();

    private static AllocatedSegment range(long first, long end) {
        return new AllocatedSegment(first, end, 10);
    }

    @Test
    void lastRangeIsTakenOnceByItsToken() {
        grants.add("order", "mine", range(1, 11));

        assertThat(grants.take("order", "theirs", 4, 11)).isFalse();
        assertThat(grants.take("order", "mine", 4, 11)).isTrue();
        assertThat(grants.take("order", "mine", 4, 11)).isFalse();
    }

    /** Requests of one allocation are answered in any order. */
    @Test
    void highestPartOfAnAllocationIsTheLastWhicheverIsNotedLast() {
        grants.add("order", "higher", range(6, 11));
        grants.add("order", "lower", range(1, 6));

        assertThat(grants.take("order", "lower", 1, 6)).isFalse();
        assertThat(grants.take("order", "higher", 6, 11)).isTrue();
    }

    @Test
    void laterAllocationIsTheLastWhicheverIsNotedLast() {
        grants.add("order", "later", range(11, 21));
        grants.add("order", "earlier", range(1, 11));

        assertThat(grants.take("order", "earlier", 1, 11)).isFalse();
        assertThat(grants.take("order", "later", 11, 21)).isTrue();
    }
}
