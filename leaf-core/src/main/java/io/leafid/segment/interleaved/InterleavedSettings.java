package io.leafid.segment.interleaved;

import io.leafid.LeafEvent;
import io.leafid.settings.Ranges;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/**
 * The settings of an interleaved store besides its databases. Immutable.
 *
 * @param loadTimeout how long the engine waits for an allocation, whichever database brings it
 * @param headStart how long a database is asked alone, before the next one is asked beside it
 * @param events receives what an operator should hear of; must return at once
 * @param executor runs what is read of all databases, beside each other
 * @param time the clocks
 * @param random numbers from 0 (inclusive) to 1 (exclusive)
 * @param makesRows whether a tag that has a row in one of the databases gets one in those that lack it, when its ids are allocated there
 */
public record InterleavedSettings(
        Duration loadTimeout,
        Duration headStart,
        Consumer<LeafEvent> events,
        Executor executor,
        TimeSource time,
        DoubleSupplier random,
        Predicate<String> makesRows) {

    /** Half of it is the shortest time that a pool waits for a connection; the other half is for the next database. */
    public static final Duration SHORTEST_LOAD_TIMEOUT = Duration.ofMillis(500);

    /** A database that answers takes some milliseconds for a commit; with less, each range would be asked of several. */
    public static final Duration SHORTEST_HEAD_START = Duration.ofMillis(10);

    private static final int SHARES = 4;

    public InterleavedSettings {
        Ranges.check()
                .positive("headStart", headStart)
                .require(
                        loadTimeout.compareTo(SHORTEST_LOAD_TIMEOUT) >= 0,
                        "loadTimeout",
                        loadTimeout,
                        "is too short for several databases: one that is unavailable is waited for half of it, and the next one is asked then",
                        "Set {loadTimeout}=5s, for example; at least 500ms.")
                .orThrow();
    }

    /** The same, whose callers wait as long as the engine, and which makes no rows. */
    public InterleavedSettings(
            Duration loadTimeout,
            Consumer<LeafEvent> events,
            Executor executor,
            TimeSource time,
            DoubleSupplier random) {
        this(loadTimeout, headStart(loadTimeout, loadTimeout), events, executor, time, random, tag -> false);
    }

    /**
     * A quarter of what callers wait: so another database has time to answer while they do. Where callers do not wait, or wait longer
     * than the engine, a quarter of what the engine waits.
     */
    public static Duration headStart(Duration callersWait, Duration loadTimeout) {
        boolean isOfEngine = callersWait.isZero() || callersWait.compareTo(loadTimeout) > 0;
        Duration share = (isOfEngine ? loadTimeout : callersWait).dividedBy(SHARES);
        return (share.compareTo(SHORTEST_HEAD_START) > 0) ? share : SHORTEST_HEAD_START;
    }

    /**
     * After so long an allocation counts as hanging, and others go to another database. Half of the wait for a connection, which ends by
     * itself, and a quarter of what the engine waits: so another database has time to answer.
     */
    public Duration patience() {
        return loadTimeout.dividedBy(SHARES);
    }
}
