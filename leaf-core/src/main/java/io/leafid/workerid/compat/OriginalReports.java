package io.leafid.workerid.compat;

import java.time.Duration;

/** Distance by which the original Leaf and its fork are ahead of what they report: they report every 3 s, afterwards. */
public final class OriginalReports {

    /** Two of their report intervals: what a node may have used beyond the time that it reported last. */
    public static final Duration GRACE = Duration.ofSeconds(6);

    /** The silence after which the fork gives the worker id of a node away. */
    public static final Duration FORK_SILENCE = Duration.ofHours(1);

    private OriginalReports() {}

    /** First millisecond that a node which has stopped has certainly not used; 0 if it never reported. A time that no clock passes stays so. */
    public static long unusedFrom(long reportedMillis) {
        long grace = GRACE.toMillis();
        return (reportedMillis == 0) ? 0 : Math.min(reportedMillis, Long.MAX_VALUE - grace) + grace;
    }
}
