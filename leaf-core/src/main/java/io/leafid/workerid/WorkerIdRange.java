package io.leafid.workerid;

import io.leafid.text.Digits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The worker ids that a site may use, both ends inclusive, written {@code 0-1023} or {@code 17}. Immutable.
 *
 * @param first smallest worker id, not negative
 * @param last largest worker id, at least {@code first}
 */
public record WorkerIdRange(int first, int last) {

    private static final int MAX_DIGITS = 9;

    public WorkerIdRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "worker ids must be a range such as 0-1023, but are " + first + "-" + last);
        }
    }

    /**
     * Reads the text form; found by Spring's conversion because of its name.
     *
     * @return the range, or {@code null} for blank text, which means that nothing is set
     * @throws IllegalArgumentException if it is not one
     */
    public static @Nullable WorkerIdRange valueOf(String text) {
        if (text.isBlank()) {
            return null;
        }
        int dash = text.indexOf('-');
        OptionalLong first = number((dash < 0) ? text : text.substring(0, dash));
        OptionalLong last = number(text.substring(dash + 1));
        if (first.isEmpty() || last.isEmpty()) {
            throw new IllegalArgumentException("worker ids must be a range such as 0-1023, but are '" + text + "'");
        }
        return new WorkerIdRange((int) first.getAsLong(), (int) last.getAsLong());
    }

    private static OptionalLong number(String text) {
        return Digits.parse(text.strip(), MAX_DIGITS);
    }

    /** Worker ids as text, those that follow each other as a range: {@code 1, 3-7}. */
    public static String text(List<Integer> sorted) {
        List<WorkerIdRange> runs = new ArrayList<>();
        for (int workerId : sorted) {
            int end = runs.size() - 1;
            if (end >= 0 && runs.get(end).last == workerId - 1) {
                runs.set(end, new WorkerIdRange(runs.get(end).first, workerId));
            } else {
                runs.add(new WorkerIdRange(workerId, workerId));
            }
        }
        return runs.stream()
                .map(run -> (run.first == run.last) ? String.valueOf(run.first) : run.toString())
                .collect(Collectors.joining(", "));
    }

    /** Returns whether a worker id lies in the range. */
    public boolean contains(long workerId) {
        return workerId >= first && workerId <= last;
    }

    /** The number of worker ids. */
    public int size() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
