package io.leafid.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.web.GroupedAllocations.Granted;
import org.junit.jupiter.api.Test;

/** What may be given back: the last range of a tag, once, by the request that got it. */
class RecentGrantsTest {

    private final RecentGrants grants = new RecentGrants();

    private static Granted granted(long first, long end, long allocation) {
        return new Granted(new AllocatedSegment(first, end, 10), allocation);
    }

    @Test
    void lastRangeIsTakenOnceByItsToken() {
        grants.add("order", "mine", granted(1, 11, 1));

        assertThat(grants.take("order", "theirs", 4, 11)).isFalse();
        assertThat(grants.take("order", "mine", 4, 11)).isTrue();
        assertThat(grants.take("order", "mine", 4, 11)).isFalse();
    }

    /** Requests of one allocation are answered in any order. */
    @Test
    void highestPartOfAnAllocationIsTheLastWhicheverIsNotedLast() {
        grants.add("order", "higher", granted(6, 11, 1));
        grants.add("order", "lower", granted(1, 6, 1));

        assertThat(grants.take("order", "lower", 1, 6)).isFalse();
        assertThat(grants.take("order", "higher", 6, 11)).isTrue();
    }

    @Test
    void laterAllocationIsTheLastWhicheverIsNotedLast() {
        grants.add("order", "later", granted(11, 21, 2));
        grants.add("order", "earlier", granted(1, 11, 1));

        assertThat(grants.take("order", "earlier", 1, 11)).isFalse();
        assertThat(grants.take("order", "later", 11, 21)).isTrue();
    }

    @Test
    void rangeOfARowThatWasSetBackIsTheLastThoughHigherOnesWereGrantedBefore() {
        grants.add("order", "before", granted(1_001, 1_011, 1));
        grants.add("order", "after", granted(1, 11, 2));

        assertThat(grants.take("order", "after", 1, 11)).isTrue();
    }
}
