package io.leafid.snowflake;

import io.leafid.SnowflakeId;
import io.leafid.SnowflakeLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every id that was issued anywhere, and the check of what is promised about them all. Sharper than looking for the same
 * id twice: the times that a worker id was used by one owner and the next must not overlap at all.
 */
final class IdLedger {

    private final String context;
    private final Map<Integer, List<Stint>> stintsOfWorker = new HashMap<>();
    private final Map<Integer, Long> lastOfProcess = new HashMap<>();
    private long issued;

    /** Makes an empty ledger; {@code context} begins every complaint. */
    IdLedger(String context) {
        this.context = context;
    }

    /**
     * Enters an id.
     *
     * @param process which process issued it, the runs of one node counted apart
     * @param floorMillis floor of the lease that the process works under now
     * @param reservedUpToMillis end of the time that is durably reserved for its worker id
     */
    void issued(int process, long id, long floorMillis, long reservedUpToMillis) {
        SnowflakeId decoded = SnowflakeLayout.DEFAULT.unpack(id);
        long millis = decoded.timestamp().toEpochMilli();
        Long last = lastOfProcess.put(process, id);
        if (last != null && id <= last) { // distinct within a process follows from the order
            complain("process %d issued %s after %s".formatted(process, decoded, SnowflakeLayout.DEFAULT.unpack(last)));
        }
        if (millis >= reservedUpToMillis) {
            complain(
                    "process %d issued %s, but reserved only up to %d".formatted(process, decoded, reservedUpToMillis));
        }
        List<Stint> stints = stintsOfWorker.computeIfAbsent(decoded.workerId(), key -> new ArrayList<>());
        Stint own = stintOf(stints, process, millis, floorMillis);
        own.first = Math.min(own.first, millis);
        own.last = Math.max(own.last, millis);
        for (Stint other : stints) {
            if (other != own && other.first <= own.last && own.first <= other.last) {
                complain("worker id %d: the time of %s overlaps that of %s".formatted(decoded.workerId(), own, other));
            }
        }
        issued++;
    }

    /** The latest stint of the process, or a new one if its lease has a later floor. */
    private static Stint stintOf(List<Stint> stints, int process, long millis, long floorMillis) {
        Stint latest = null;
        for (Stint stint : stints) {
            if (stint.process == process) {
                latest = stint;
            }
        }
        boolean isNext = latest == null || (floorMillis > latest.floor && millis >= floorMillis);
        if (latest == null || isNext) {
            latest = new Stint(process, floorMillis);
            stints.add(latest);
        }
        return latest;
    }

    private void complain(String what) {
        throw new AssertionError(context + ": " + what);
    }

    long count() {
        return issued;
    }

    /** The time for which one process has used one worker id without a break. */
    private static final class Stint {

        private final int process;
        private final long floor;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        Stint(int process, long floor) {
            this.process = process;
            this.floor = floor;
        }

        @Override
        public String toString() {
            return "process %d [%d, %d], floor %d".formatted(process, first, last, floor);
        }
    }
}
