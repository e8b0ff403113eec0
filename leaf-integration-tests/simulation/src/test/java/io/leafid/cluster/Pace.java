package io.leafid.cluster;

import java.time.Duration;

/**
 * Pace of a cluster: how often its processes do what costs the simulation time. Immutable.
 *
 * @param callsPause so many times as long as with a few nodes is the pause between two calls of a process
 * @param betweenStarts so long after a start that was refused comes the next
 * @param hasStrands whether each action of a process keeps its place when it waits, which costs threads, and so many processes wait at once
 */
record Pace(long callsPause, Duration betweenStarts, boolean hasStrands) {

    /** That of a few nodes. */
    static final Pace OF_FEW = new Pace(1, Duration.ofSeconds(5), false);

    /** The same where a process may lose the processor in the midst of a call, while its other callers go on. */
    static final Pace OF_STRANDS = new Pace(1, Duration.ofSeconds(5), true);

    /** That of more than a thousand. */
    static final Pace OF_MANY = new Pace(14, Duration.ofSeconds(15), true);
}
