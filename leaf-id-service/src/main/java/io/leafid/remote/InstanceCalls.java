package io.leafid.remote;

import io.leafid.UnknownTagException;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Calls one instance after the other until one answers. Thread-safe.
 *
 * <p>An attempt that has failed may have been carried out all the same: what it allocated is discarded, since the next attempt is a
 * request of its own.
 *
 * @param source where the instances are listed
 * @param choice the order in which they are asked
 * @param budget how long attempts may go on; the one under way then is the last
 * @param time clocks
 */
public record InstanceCalls(InstanceSource source, InstanceChoice choice, Duration budget, TimeSource time) {

    /**
     * Calls of this process, whose clocks are the system's.
     *
     * @param zone its zone; {@code null} if none is nearer than others
     * @param backOff how long an instance rests that has failed
     */
    public static InstanceCalls of(InstanceSource source, @Nullable String zone, Duration backOff, Duration budget) {
        TimeSource time = TimeSource.system();
        int firstTurn = ThreadLocalRandom.current().nextInt();
        return new InstanceCalls(
                source, new InstanceChoice((zone == null) ? "" : zone, backOff, firstTurn, time), budget, time);
    }

    /**
     * Makes a call. That one of them does not know a tag is believed if none that answers knows it.
     *
     * @param <R> what an instance answers
     * @throws UnknownTagException if all that have answered say so
     * @throws IdServiceException if none has answered
     */
    <R> R first(Call<R> call) {
        Deque<ServiceInstance> left = new ArrayDeque<>(choice.order(source.instances()));
        Failures failures = new Failures();
        long begin = time.nanoTime();
        while (!left.isEmpty() && (failures.isEmpty() || time.nanoTime() - begin < budget.toNanos())) {
            ServiceInstance instance = left.remove();
            boolean isLast = left.stream().allMatch(choice::rests);
            try {
                return answered(instance, isLast, call);
            } catch (UnknownTagException ex) {
                failures.unknown = ex;
            } catch (InstanceException ex) {
                choice.failed(instance);
                failures.add(instance, ex);
            }
        }
        if (failures.unknown == null) {
            source.doubt();
        }
        throw failures.together();
    }

    /** A refusal by the store behind the service is an answer too. */
    private <R> R answered(ServiceInstance instance, boolean isLast, Call<R> call) {
        R answer;
        try {
            answer = call.make(instance, isLast);
        } catch (InstanceException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            choice.answered(instance);
            throw ex;
        }
        choice.answered(instance);
        return answer;
    }

    /**
     * A call to one instance.
     *
     * @param <R> what it answers
     */
    @FunctionalInterface
    interface Call<R> {

        /** Makes the call; if it is not the last, another instance waits to be asked, so this one is to answer soon. */
        R make(ServiceInstance instance, boolean isLast);
    }

    /** The failures of the instances that were asked. For one thread. */
    private static final class Failures {

        private final List<InstanceException> all = new ArrayList<>();
        private final List<String> reasons = new ArrayList<>();
        private @Nullable UnknownTagException unknown;

        boolean isEmpty() {
            return all.isEmpty() && unknown == null;
        }

        void add(ServiceInstance instance, InstanceException failure) {
            all.add(failure);
            reasons.add(instance + ": " + failure.getMessage());
        }

        RuntimeException together() {
            if (unknown != null) {
                return unknown;
            }
            if (all.isEmpty()) {
                return new IdServiceException("no instance of the id service is known", ServiceTrouble.REGISTRY, null);
            }
            ServiceTrouble trouble = all.stream()
                    .map(InstanceException::trouble)
                    .filter(kind -> kind != ServiceTrouble.AWAY)
                    .findFirst()
                    .orElse(ServiceTrouble.AWAY);
            IdServiceException failure = new IdServiceException(
                    "no instance of the id service has answered: " + String.join("; ", reasons), trouble, null);
            all.forEach(failure::addSuppressed);
            return failure;
        }
    }
}
