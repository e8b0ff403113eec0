package io.leafid.segment.interleaved;

import io.leafid.LeafEvent;
import io.leafid.settings.Ranges;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/**
 * The settings of an interleaved store besides its databases. Immutable.
 *
 * @param loadTimeout how long the engine waits for an allocation, whichever database brings it
 * @param events receives what an operator should hear of; must return at once
 * @param time the clocks
 * @param random numbers from 0 (inclusive) to 1 (exclusive)
 * @param makesRows whether a tag that has a row in one of the databases gets one in those that lack it, when its ids are allocated there
 */
public record InterleavedSettings(
        Duration loadTimeout,
        Consumer<LeafEvent> events,
        TimeSource time,
        DoubleSupplier random,
        Predicate<String> makesRows) {

    /** Half of it is the shortest time that a pool waits for a connection; the other half is for the next database. */
    public static final Duration SHORTEST_LOAD_TIMEOUT = Duration.ofMillis(500);

    public InterleavedSettings {
        Ranges.check()
                .require(
                        loadTimeout.compareTo(SHORTEST_LOAD_TIMEOUT) >= 0,
                        "loadTimeout",
                        loadTimeout,
                        "is too short for several databases: one that is unavailable is waited for half of it, and the next one is asked then",
                        "Set {loadTimeout}=5s, for example; at least 500ms.")
                .orThrow();
    }
}
