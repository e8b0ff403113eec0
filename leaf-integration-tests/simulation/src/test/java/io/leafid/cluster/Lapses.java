package io.leafid.cluster;

import io.leafid.concurrent.PaddedLong;
import io.leafid.segment.store.AllocatedSegment;
import io.leafid.textid.TextPeriod;
import io.leafid.time.Deadline;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Set;

/** What classes of the engine call that were changed by {@link ChangedEngine}: losses of the processor, and calls that do less than theirs. */
public final class Lapses {

    private static final int ONE_IN = 40;

    private static final int ONE_IN_OF_WRONG = 2;

    private static final int MOST_NANOS = 20_000_000;

    /** One lapse of so many ends with a stop or a start of the engine. */
    private static final int ONE_IN_IS_LONG = 5;

    private static int pointsLeft;
    private static Runnable event = () -> {};

    private Lapses() {}

    /** Others may run now. */
    public static void point() {
        if (pointsLeft > 0 && --pointsLeft == 0) {
            event.run();
        }
        giveWay(ONE_IN);
    }

    /** Does something at one point, in the midst of an action; returns whether there was that point. For one thread. */
    public static boolean atPoint(int number, Runnable meanwhile, Runnable action) {
        pointsLeft = number;
        event = meanwhile;
        action.run();
        boolean wasReached = pointsLeft <= 0;
        pointsLeft = 0;
        return wasReached;
    }

    /** Others may run at a line that is wrong: half of the time, so that few schedules are needed whatever the code around it does. */
    private static void wrongPoint() {
        giveWay(ONE_IN_OF_WRONG);
    }

    private static void giveWay(int oneIn) {
        Run process = (Thread.currentThread() instanceof Strand.Carrier thread) ? thread.process() : null;
        if (process != null && process.random().nextInt(oneIn) == 0 && !Locks.areHeld()) {
            if (process.random().nextInt(ONE_IN_IS_LONG) == 0) {
                process.giveWayOverMoves(1 + process.random().nextInt(2));
            } else {
                process.giveWay(1, MOST_NANOS);
            }
        }
    }

    /** Reads and adds, in two steps. */
    public static long getAndAdd(PaddedLong number, long amount) {
        long before = number.get();
        point();
        number.getAndAdd(amount);
        return before;
    }

    /** Reads and adds nothing. */
    public static long get(PaddedLong number, long amount) {
        long before = number.get();
        wrongPoint();
        return before;
    }

    /** Goes on with the number that was closed. */
    public static PaddedLong reopened(PaddedLong number, long last) {
        number.getAndSet(last);
        return number;
    }

    /** Sets whatever is there. */
    public static boolean set(VarHandle field, Object owner, Object expected, Object value) {
        wrongPoint();
        field.setVolatile(owner, value);
        return true;
    }

    /** Keeps nothing in mind. */
    public static void forget(Object groups, AllocatedSegment sold) {}

    /** No end of what the process holds, which both the guard and the demand on the counter rest on. */
    public static long nothing(AllocatedSegment range) {
        return 0;
    }

    /** A minute, whatever is left. */
    public static long aMinute(Deadline deadline) {
        return Duration.ofMinutes(1).toNanos();
    }

    /** The row of the day, or of the next one on odd days. */
    public static String rowOfAnEvenDay(TextPeriod period, String tag, LocalDate date) {
        return tag + "/" + date.plusDays(date.getDayOfMonth() % 2).format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    /** Locks that a real thread would wait for in truth: who holds one is not kept from running. */
    private static final class Locks {

        private static final Set<String> WRITE_INTO_THE_INDEX = Set.of("put", "burn", "forget");

        private static final StackWalker WALKER = StackWalker.getInstance();

        private static boolean areHeld() {
            return WALKER.walk(frames -> frames.anyMatch(frame -> {
                String type = frame.getClassName();
                return type.equals("java.util.concurrent.ConcurrentHashMap")
                        || type.endsWith("CallerGroups")
                        || type.endsWith("StoreHealth")
                        || (type.endsWith("TagIndex") && WRITE_INTO_THE_INDEX.contains(frame.getMethodName()));
            }));
        }
    }
}
