package io.leafid.chaos;

import io.leafid.history.CallRecord;
import io.leafid.history.OrderCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The check of what was promised of ids, over the calls of all processes. Whose range an id lies in is decided by TLC. Stateless.
 */
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
}
