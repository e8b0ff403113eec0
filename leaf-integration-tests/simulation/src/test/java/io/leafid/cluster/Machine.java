package io.leafid.cluster;

import io.leafid.file.PowerLossDisk;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.HighWaterMark;
import io.leafid.workerid.file.SimulatedMarks;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A machine: its clocks, its disk, and the names of its system and of this run of its kernel. For one thread. */
final class Machine {

    private static final long START_MILLIS = 1_767_268_800_000L; // 2026-01-01T12:00Z
    private static final long NANO_START = Long.MAX_VALUE - 20_000_000_000L; // wraps soon

    /** Tells apart the disks of all clusters of this process. */
    private static final AtomicInteger DEVICES = new AtomicInteger();

    private final Timeline timeline;
    private final Set<BrokenRule> broken;
    private final PowerLossDisk disk;
    private final String system;
    private final String name;
    private final Map<String, Long> durable = new HashMap<>();
    private final Map<String, Long> recorded = new HashMap<>();
    private final Map<Integer, Long> lastUsed = new HashMap<>();
    private String boot;
    private int boots;
    private long offsetMillis;
    private long driftPerMillion;
    private long driftSince;
    private long driftedNanos;

    Machine(Timeline timeline, Set<BrokenRule> broken, String system, String boot) {
        this.timeline = timeline;
        this.broken = broken;
        this.system = system;
        this.name = boot;
        this.boot = boot;
        Set<PowerLossDisk.Force> forgotten = EnumSet.noneOf(PowerLossDisk.Force.class);
        if (broken.contains(BrokenRule.A_MARK_IS_FORCED_TO_THE_DISK)) {
            forgotten.add(PowerLossDisk.Force.FILE);
        }
        if (broken.contains(BrokenRule.A_RENAME_IS_FORCED_TO_THE_DISK)) {
            forgotten.add(PowerLossDisk.Force.DIRECTORY);
        }
        this.disk = new PowerLossDisk(DEVICES.incrementAndGet(), 200, forgotten);
        disk.whenDurable(
                (name, content) -> SimulatedMarks.parse(name, content).ifPresent(mark -> noteDurable(name, mark)));
    }

    private void noteDurable(String name, HighWaterMark mark) {
        int file = name.lastIndexOf('/');
        String port = name.substring(name.lastIndexOf('/', file - 1) + 1, file);
        recorded.merge(port + " " + mark.workerId(), mark.markMillis(), Math::max);
        durable.put(mark.workerId() + " " + mark.token(), mark.markMillis());
    }

    /** The highest of the marks that are durable here for a worker id under some tokens, of which the last one names the end; 0 if none is. */
    long durableMark(int workerId, Set<String> tokens) {
        long most = 0;
        for (String token : tokens) {
            most = Math.max(most, durable.getOrDefault(workerId + " " + token, 0L));
        }
        return most;
    }

    /** Whether a mark of a worker id was ever durable in the directory of a port, here or where that was copied from. */
    boolean hasRecorded(int port, int workerId) {
        return recorded.containsKey(port + " " + workerId);
    }

    /** A process here has used a millisecond of a worker id. */
    void use(int workerId, long millis) {
        lastUsed.merge(workerId, millis, Math::max);
    }

    /** The last millisecond of a worker id that was used here, or, before this was copied, where it was copied from; 0 if none was. */
    long lastUsed(int workerId) {
        return lastUsed.getOrDefault(workerId, 0L);
    }

    /** The highest mark of all that was ever durable here or where this was copied from. */
    long highestMark() {
        return recorded.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    PowerLossDisk disk() {
        return disk;
    }

    /** The name that no other machine has. */
    String name() {
        return name;
    }

    String system() {
        return system;
    }

    String boot() {
        return boot;
    }

    /** A minute after the start, on a clock that is right, another day begins there: the next one or, with summer time, the last one again. */
    static ZoneId zoneOfMidnight(boolean hasSummerTime) {
        return hasSummerTime
                ? EndOfSummerTime.at(Instant.ofEpochMilli(START_MILLIS).plusSeconds(60))
                : ZoneOffset.ofHoursMinutes(11, 59);
    }

    /** The wall clock. */
    long wallMillis() {
        return START_MILLIS + timeline.now() / 1_000_000 + offsetMillis + drifted();
    }

    /** The clock that never steps. */
    long nanos() {
        return NANO_START + timeline.now() + driftedNanos + nanosDrifted();
    }

    private long drifted() {
        return nanosDrifted() / 1_000_000;
    }

    private long nanosDrifted() {
        return (timeline.now() - driftSince) * driftPerMillion / 1_000_000;
    }

    /** How long this takes in truth by the clocks here. */
    long trueNanos(long nanos) {
        return (nanos > Long.MAX_VALUE / 1_000_000) ? nanos : nanos * 1_000_000 / (1_000_000 + driftPerMillion);
    }

    void step(long millis) {
        offsetMillis += millis;
    }

    /** Runs too fast or too slowly from now on. */
    void drift(long perMillion) {
        offsetMillis += drifted();
        driftedNanos += nanosDrifted();
        driftPerMillion = perMillion;
        driftSince = timeline.now();
    }

    /** Sets the wall clock. */
    void set(long millis) {
        drift(0);
        step(millis - wallMillis());
    }

    /** The power fails, and comes back. */
    void failPower(Random random) {
        disk.failPower(random);
        boot = system + "-boot" + ++boots;
    }

    /** Another machine with a copy of this one's disk. */
    Machine copy(String otherSystem, boolean isClone) {
        Machine copy = new Machine(timeline, broken, isClone ? system : otherSystem, otherSystem + "-boot0");
        copy.offsetMillis = offsetMillis;
        copy.recorded.putAll(recorded);
        copy.lastUsed.putAll(lastUsed);
        disk.copyTo(copy.disk, isClone);
        return copy;
    }
}
