package io.leafid.segment.interleaved;

import io.leafid.LeafEvent;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * What an interleaved store needs besides its databases. Immutable.
 *
 * @param patience after so long an allocation counts as hanging, and others go to another database; less than half of the
 *     engine's load timeout
 * @param events receives what an operator should hear of; must return at once
 * @param executor runs what is read of all databases, beside each other
 * @param time the clocks
 * @param random numbers from 0 (inclusive) to 1 (exclusive)
 */
public record InterleavedSettings(
        Duration patience, Consumer<LeafEvent> events, Executor executor, TimeSource time, DoubleSupplier random) {}
