package io.leafid.benchmarks.latency;

import io.leafid.benchmarks.latency.OpenLoop.Event;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * One measurement: generators that meet the same thing.
 *
 * @param name what they meet
 * @param perSecond calls in a second
 * @param length how long each is called
 * @param parts makes the generators
 */
record Scene(String name, int perSecond, Duration length, Supplier<List<Part>> parts) {

    /** A generator, and what happens beside it. */
    record Part(Source source, List<Event> events) {}
}
