package io.leafid.remote;

import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Calls one instance after the other until one answers. Thread-safe.
 *
 * <p>An attempt that has failed may have been carried out all the same: what it allocated is burnt, since the next attempt is a
 * request of its own.
 *
 * @param source where the instances are listed
 * @param choice the order in which they are asked
 * @param budget how long attempts may go on; the one under way then is the last
 * @param time clocks
 */
record InstanceCalls(InstanceSource source, InstanceChoice choice, Duration budget, TimeSource time) {

    /**
     * Makes a call.
     *
     * @param <R> what an instance answers
     * @throws IdServiceException if none has answered
     */
    <R> R first(Function<ServiceInstance, R> call) {
        long begin = time.nanoTime();
        List<InstanceException> failures = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        for (ServiceInstance instance : choice.order(source.instances())) {
            if (!failures.isEmpty() && time.nanoTime() - begin >= budget.toNanos()) {
                break;
            }
            try {
                return answered(instance, call);
            } catch (InstanceException ex) {
                choice.failed(instance);
                failures.add(ex);
                reasons.add(instance + ": " + ex.getMessage());
            }
        }
        source.doubt();
        throw failure(failures, reasons);
    }

    /** A refusal by the store behind the service is an answer too, and the same from every instance. */
    private <R> R answered(ServiceInstance instance, Function<ServiceInstance, R> call) {
        R answer;
        try {
            answer = call.apply(instance);
        } catch (InstanceException ex) {
            throw ex;
        } catch (RuntimeException ex) {
            choice.answered(instance);
            throw ex;
        }
        choice.answered(instance);
        return answer;
    }

    private static IdServiceException failure(List<InstanceException> failures, List<String> reasons) {
        if (failures.isEmpty()) {
            return new IdServiceException("no instance of the id service is known", ServiceTrouble.REGISTRY, null);
        }
        ServiceTrouble trouble = failures.stream()
                .map(InstanceException::trouble)
                .filter(kind -> kind != ServiceTrouble.AWAY)
                .findFirst()
                .orElse(ServiceTrouble.AWAY);
        IdServiceException failure = new IdServiceException(
                "no instance of the id service has answered: " + String.join("; ", reasons), trouble, null);
        failures.forEach(failure::addSuppressed);
        return failure;
    }
}
