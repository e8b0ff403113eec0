package io.leafid.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.segment.store.AllocatedSegment;
import io.leafid.segment.store.SegmentStore;
import io.leafid.segment.store.TagRow;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tags cost that were not used yet. */
@Timeout(300)
class SegmentMemoryTest {

    private static final int TAGS = 100_000;
    private static final int BYTES_PER_TAG = 512;

    @Test
    void aHundredThousandUnusedTagsCostAtMost512BytesEachAndOneQuery() {
        try (ManualGenerator small = new ManualGenerator(new FreshRows(10)).start()) {
            assertThat(small.generator().status()).hasSize(10); // all classes are loaded
        }
        FreshRows rows = new FreshRows(TAGS);
        long before = usedAfterCollection();
        ManualGenerator leaf = new ManualGenerator(rows).start();
        long bytes = usedAfterCollection() - before;

        System.out.printf("%d unused tags: %d bytes each%n", TAGS, bytes / TAGS);
        assertThat(bytes / TAGS).isBetween(100L, (long) BYTES_PER_TAG);
        assertThat(leaf.generator().status()).hasSize(TAGS);
        assertThat(rows.queries).isEqualTo(1);
        leaf.time.advance(SegmentSettings.DEFAULT.refreshInterval());
        assertThat(rows.queries).isEqualTo(2);
    }

    /** The least of a few readings, since a collection may leave for the next one what it finds. */
    private static long usedAfterCollection() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** A store that keeps no row, so that all strings of an answer are the engine's to keep or to drop. */
    private static final class FreshRows implements SegmentStore {

        private final int count;
        private int queries;

        FreshRows(int count) {
            this.count = count;
        }

        @Override
        public List<TagRow> findAll() {
            queries++;
            List<TagRow> rows = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                rows.add(new TagRow("com.example.tag-" + i, 1, 1_000));
            }
            return rows;
        }

        @Override
        public AllocatedSegment allocate(String tag, long amount, long floor) {
            throw new AssertionError("no id was asked for");
        }

        @Override
        public Optional<TagRow> find(String tag) {
            return Optional.empty();
        }

        @Override
        public boolean create(String tag, int step, long initialId) {
            return false;
        }

        @Override
        public boolean giveBack(String tag, long first, long end) {
            return false;
        }
    }
}
