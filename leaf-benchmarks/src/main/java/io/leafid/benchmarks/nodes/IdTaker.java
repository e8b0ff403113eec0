package io.leafid.benchmarks.nodes;

import io.leafid.IdGenerationException;
import io.leafid.snowflake.SnowflakeIdGenerator;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Caller that takes ten ids a second from each of many nodes, on a thread of its own. What it has seen is read once it has ended. */
final class IdTaker implements AutoCloseable {

    private static final long GAP_MILLIS = 100;

    private final List<LeasedNode> nodes;
    private final LongStream.Builder ids = LongStream.builder();
    private final Thread thread = new Thread(this::takeUntilInterrupted, "taker");
    private long failed;

    /** Takes none yet. */
    IdTaker(List<LeasedNode> nodes) {
        this.nodes = nodes;
    }

    void begin() {
        thread.start();
    }

    private void takeUntilInterrupted() {
        try {
            while (true) {
                nodes.forEach(this::take);
                TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(LeasedNode node) {
        SnowflakeIdGenerator generator = node.ids();
        if (generator == null) {
            return;
        }
        try {
            ids.add(generator.nextId());
        } catch (IdGenerationException ex) {
            failed++;
        }
    }

    /** Takes no more; returns what was seen. */
    Seen end() throws InterruptedException {
        thread.interrupt();
        thread.join();
        long[] sorted = ids.build().toArray();
        Arrays.sort(sorted);
        long twice = 0;
        for (int i = 1; i < sorted.length; i++) {
            twice += (sorted[i] == sorted[i - 1]) ? 1 : 0;
        }
        return new Seen(sorted.length, failed, twice);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /**
     * Figures of the ids that were seen.
     *
     * @param ids how many there were
     * @param failed calls without an id
     * @param twice ids that came again
     */
    record Seen(long ids, long failed, long twice) {}
}
