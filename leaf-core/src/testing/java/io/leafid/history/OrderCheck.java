package io.leafid.history;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The check whether ids are ordered as their calls were: wherever one call returned before another began, all ids of the second
 * are larger. Stateless.
 */
public final class OrderCheck {

    private OrderCheck() {}

    /**
     * Looks at every pair of calls in one pass: calls in the order in which they began, beside the largest id of all that had
     * returned by then.
     *
     * @return a call that got a smaller id than one that had returned before it began
     */
    public static Optional<String> violation(List<CallRecord> calls) {
        List<CallRecord> byBegin = calls.stream()
                .sorted(Comparator.comparingLong(CallRecord::begun))
                .toList();
        List<CallRecord> byEnd = calls.stream()
                .sorted(Comparator.comparingLong(CallRecord::ended))
                .toList();
        int returned = 0;
        CallRecord largest = new CallRecord(0, 0, -1, -1);
        for (CallRecord call : byBegin) {
            while (byEnd.get(returned).ended() < call.begun()) {
                CallRecord other = byEnd.get(returned++);
                largest = (other.last() > largest.last()) ? other : largest;
            }
            if (call.first() <= largest.last()) {
                return Optional.of("%s began after %s had returned".formatted(call, largest));
            }
        }
        return Optional.empty();
    }
}
