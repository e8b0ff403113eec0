package io.leafid.cluster;

import io.leafid.SnowflakeLayout;
import io.leafid.workerid.WorkerIdRange;

/**
 * Setting under which a process starts, and which a namespace is bound to. Immutable.
 *
 * @param mode where its ids come from
 * @param layout how they are made
 * @param workerIds the worker ids that may be taken
 */
record Setting(Plan.Mode mode, SnowflakeLayout layout, WorkerIdRange workerIds) {

    /** One more bit for the sequence, one less for worker ids: the same number is another's. */
    private static final SnowflakeLayout OTHER = new SnowflakeLayout(SnowflakeLayout.DEFAULT.epochMillis(), 41, 9, 13);

    /** The same with the other mode of the same registry, and enough worker ids, since those of the former mode stay taken for minutes or for good. */
    Setting inOtherMode() {
        return new Setting(mode.other(), layout, new WorkerIdRange(0, 63));
    }

    /** The same with another layout. */
    Setting inOtherLayout() {
        return new Setting(mode, OTHER, workerIds);
    }

    @Override
    public String toString() {
        return "mode %s and %d bits of worker id".formatted(mode, layout.workerIdBits());
    }
}
