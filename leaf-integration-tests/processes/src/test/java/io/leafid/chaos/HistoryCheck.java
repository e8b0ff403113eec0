package io.leafid.chaos;

import io.leafid.history.CallRecord;
import io.leafid.history.OrderCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/** The check of everything that was promised of ids, over the calls of all processes. Stateless. */
final class HistoryCheck {

    private static final int SEQUENCE_BITS = 12;

    private HistoryCheck() {}

    /** Ids that two calls have got. */
    static List<String> duplicates(Map<String, List<CallRecord>> processes) {
        return usedByTwo(processes, 0, "id");
    }

    /** Sharper than to look for the same id twice: milliseconds of a worker id that two processes have used. */
    static List<String> sharedMilliseconds(Map<String, List<CallRecord>> processes) {
        return usedByTwo(processes, SEQUENCE_BITS, "worker id and millisecond");
    }

    private static List<String> usedByTwo(Map<String, List<CallRecord>> processes, int shift, String what) {
        List<String> violations = new ArrayList<>();
        Map<Long, String> users = new HashMap<>();
        processes.forEach((process, calls) -> {
            for (CallRecord call : calls) {
                String other = users.put(call.first() >> shift, process);
                if (other != null && (shift == 0 || !other.equals(process))) {
                    violations.add("%s %d was used by %s and by %s".formatted(what, call.first(), other, process));
                }
            }
        });
        return violations;
    }

    /** Within a process, a call that began after another had returned has got a larger id. */
    static List<String> disorderWithinAProcess(Map<String, List<CallRecord>> processes) {
        List<String> violations = new ArrayList<>();
        processes.forEach((process, calls) ->
                OrderCheck.violation(calls).ifPresent(pair -> violations.add(process + ": " + pair)));
        return violations;
    }

    /** The same over all processes. */
    static List<String> disorder(Map<String, List<CallRecord>> processes) {
        return OrderCheck.violation(
                        processes.values().stream().flatMap(List::stream).toList())
                .stream()
                .toList();
    }

    /**
     * Each id lies in a range that the database had committed, and all ids of a range were handed out by one process.
     *
     * @param ranges ends of the committed ranges by first id
     */
    static List<String> rangesOfOthers(Map<String, List<CallRecord>> processes, NavigableMap<Long, Long> ranges) {
        List<String> violations = new ArrayList<>();
        Map<Long, String> owners = new HashMap<>();
        processes.forEach((process, calls) -> {
            for (CallRecord call : calls) {
                Map.Entry<Long, Long> range = ranges.floorEntry(call.first());
                if (range == null || range.getValue() <= call.first()) {
                    violations.add(
                            "%s has handed out %d, which no committed range holds".formatted(process, call.first()));
                } else if (!owners.computeIfAbsent(range.getKey(), first -> process)
                        .equals(process)) {
                    violations.add("%s has handed out %d of the range from %d, which is of %s"
                            .formatted(process, call.first(), range.getKey(), owners.get(range.getKey())));
                }
            }
        });
        return violations;
    }
}
