package io.leafid.workerid;

import io.leafid.time.TimeSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** Server of a registry in memory under the real holders, and its books of all that it ever confirmed. For one thread. */
public abstract class SimulatedRegistry {

    private final Map<String, Long> confirmed = new HashMap<>();
    private final Map<Integer, Long> highest = new HashMap<>();
    private Recorder recorder = (workerId, token, ceilingMillis) -> {};

    /** Who hears of each record that is made durable. */
    @FunctionalInterface
    public interface Recorder {

        void recorded(int workerId, String token, long ceilingMillis);
    }

    /** Tells of each record that is made durable from now on. */
    public final void whenRecorded(Recorder hearer) {
        recorder = hearer;
    }

    /** Makes the holder of one process. */
    public abstract Connection connect(NodeIdentity identity, TimeSource time, Wire wire, boolean isFixed);

    /** How many changes were made. */
    public abstract long changes();

    /** Takes an instance for dead, as after a long silence, where that is not a matter of its session. */
    public void silence(NodeIdentity identity) {}

    /** Deletes what is recorded of a worker id, as a hand may. */
    public abstract void delete(int workerId);

    /** Deletes all that is recorded, as a hand may. */
    public abstract void empty();

    /** Sets what is recorded of a worker id back to an earlier record, as a hand may. */
    public abstract void rewind(int workerId);

    /** The record of a worker id now. */
    public abstract Recorded recorded(int workerId);

    /** The ceiling that is recorded for a worker id now; 0 if none is. */
    public final long recordedCeiling(int workerId) {
        return recorded(workerId).ceilingMillis;
    }

    /** Goes on from a copy that has not got the last changes; returns the worker ids whose record was lost. */
    public abstract Set<Integer> failOver(int changes);

    /** Whether it is recorded what the namespace was begun with. No fail-over loses that, since it is as old as the first start. */
    public abstract boolean isBound();

    /** Deletes that record, as a hand may. */
    public abstract void forget();

    /** Names what holds a worker id, for the story. */
    public abstract String nameOf(int workerId);

    /** Notes what was made durable. */
    protected final void confirm(int workerId, String token, long ceilingMillis) {
        confirmed.merge(workerId + " " + token, ceilingMillis, Math::max);
        highest.merge(workerId, ceilingMillis, Math::max);
        recorder.recorded(workerId, token, ceilingMillis);
    }

    /** The highest ceiling that was ever durable for a worker id under one of some tokens; 0 if none was. */
    public final long ceilingOf(int workerId, Set<String> tokens) {
        long most = 0;
        for (String token : tokens) {
            most = Math.max(most, confirmed.getOrDefault(workerId + " " + token, 0L));
        }
        return most;
    }

    /** The highest ceiling that was ever durable for a worker id; 0 if none was. */
    public final long highestCeilingOf(int workerId) {
        return highest.getOrDefault(workerId, 0L);
    }

    /** The highest ceiling of all. */
    public final long highestCeiling() {
        return highest.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** The worker ids that were ever leased. */
    public final Set<Integer> workerIds() {
        return new TreeSet<>(highest.keySet());
    }

    /**
     * What is recorded of a worker id.
     *
     * @param token the token; empty if there is no record
     * @param ceilingMillis the ceiling; 0 if there is no record
     */
    public record Recorded(String token, long ceilingMillis) {

        /** There is no record. */
        public static final Recorded NONE = new Recorded("", 0);
    }

    /**
     * Connection of one process.
     *
     * @param holder the real holder on it
     * @param expire ends the session, where there is one
     * @param lag lets the reads lag by so many changes
     */
    public record Connection(WorkerIdHolder holder, Runnable expire, LongConsumer lag) {}
}
