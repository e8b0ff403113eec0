package io.leafid.autoconfigure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Worker ids that this site may use, written {@code 0-1023} or {@code 17}. Immutable.
 *
 * @param first first of them, not negative
 * @param last last of them, not below the first
 */
record WorkerIdRange(int first, int last) {

    private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,9})\\s*(?:-\\s*(\\d{1,9})\\s*)?");

    WorkerIdRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "worker ids must be a range such as 0-1023, but are " + first + "-" + last);
        }
    }

    /** Reads the text form; found by Spring's conversion because of its name. */
    public static WorkerIdRange valueOf(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("worker ids must be a range such as 0-1023, but are '" + text + "'");
        }
        int first = Integer.parseInt(matcher.group(1));
        return new WorkerIdRange(first, (matcher.group(2) == null) ? first : Integer.parseInt(matcher.group(2)));
    }

    boolean contains(int workerId) {
        return workerId >= first && workerId <= last;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
