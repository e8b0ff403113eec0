package io.leafid.remote;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The order in which instances are asked: those of the own zone, then those of others, each in turn; last those that have
 * failed lately, for the case that all have. Thread-safe.
 */
public final class InstanceChoice {

    private final String zone;
    private final long backOffNanos;
    private final TimeSource time;
    private final AtomicInteger turn;

    /** URL to the end of its rest, in nanoseconds of the clock that never steps. */
    private final ConcurrentMap<String, Long> restsUntil = new ConcurrentHashMap<>();

    /**
     * Makes a choice.
     *
     * @param zone the own zone; empty if no zone is nearer than others
     * @param backOff how long an instance rests that has failed
     * @param firstTurn any number, another one in each process, so that not all begin with the same instance
     * @param time clocks
     */
    InstanceChoice(String zone, Duration backOff, int firstTurn, TimeSource time) {
        this.turn = new AtomicInteger(firstTurn);
        this.zone = zone;
        this.backOffNanos = backOff.toNanos();
        this.time = time;
    }

    /** All instances, those to be asked first at the beginning. */
    List<ServiceInstance> order(List<ServiceInstance> instances) {
        restsUntil
                .keySet()
                .retainAll(instances.stream().map(ServiceInstance::url).collect(Collectors.toSet()));
        long now = time.nanoTime();
        int start = turn.getAndIncrement();
        List<ServiceInstance> ordered = new ArrayList<>(instances.size());
        ordered.addAll(inTurn(start, instances, each -> restNanos(each, now) == 0 && isNear(each)));
        ordered.addAll(inTurn(start, instances, each -> restNanos(each, now) == 0 && !isNear(each)));
        instances.stream()
                .filter(each -> restNanos(each, now) > 0)
                .sorted(Comparator.comparingLong(each -> restNanos(each, now)))
                .forEach(ordered::add);
        return ordered;
    }

    private static List<ServiceInstance> inTurn(
            int start, List<ServiceInstance> instances, Predicate<ServiceInstance> group) {
        List<ServiceInstance> chosen =
                new ArrayList<>(instances.stream().filter(group).toList());
        Collections.rotate(chosen, -Math.floorMod(start, Math.max(1, chosen.size())));
        return chosen;
    }

    /** The time that an instance still rests; 0 if it does not. */
    private long restNanos(ServiceInstance instance, long now) {
        Long end = restsUntil.get(instance.url());
        return (end == null) ? 0 : Math.max(0, end - now);
    }

    boolean rests(ServiceInstance instance) {
        return restNanos(instance, time.nanoTime()) > 0;
    }

    private boolean isNear(ServiceInstance instance) {
        return zone.isEmpty() || instance.zone().equals(zone);
    }

    /** Lets an instance rest that has failed. */
    void failed(ServiceInstance instance) {
        restsUntil.put(instance.url(), time.nanoTime() + backOffNanos);
    }

    /** Ends the rest of an instance that has answered. */
    void answered(ServiceInstance instance) {
        restsUntil.remove(instance.url());
    }
}
