package io.leafid.chaos;

import io.leafid.IdGenerationException;
import io.leafid.IdGenerator;
import io.leafid.history.CallRecord;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** One thread that asks for ids of a tag, one by one and sometimes many, and writes down what it got. For one thread. */
final class Caller implements Runnable {

    /** What is printed before a call that has broken a promise, for the driver to find. */
    static final String COMPLAINT = "BROKEN PROMISE";

    static final Duration WAIT_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration MARGIN = Duration.ofSeconds(30); // for a busy machine, not for the engine
    private static final int BATCH_EVERY = 40;
    private static final int BATCH = 25;

    private final IdGenerator ids;
    private final String tag;
    private final LongConsumer used;
    private final CallLogs log;
    private final Pauses pauses;
    private final Duration rest;
    private final BooleanSupplier isOpen;

    Caller(
            IdGenerator ids,
            String tag,
            LongConsumer used,
            CallLogs log,
            Pauses pauses,
            Duration rest,
            BooleanSupplier isOpen) {
        this.ids = ids;
        this.tag = tag;
        this.used = used;
        this.log = log;
        this.pauses = pauses;
        this.rest = rest;
        this.isOpen = isOpen;
    }

    @Override
    public void run() {
        for (int i = 1; isOpen.getAsBoolean(); i++) {
            call((i % BATCH_EVERY == 0) ? BATCH : 1);
            TimeSource.system().parkNanos(rest.toNanos());
        }
    }

    private void call(int count) {
        long pausedBefore = pauses.totalNanos();
        long begun = System.nanoTime();
        try {
            long[] got = (count == 1) ? new long[] {ids.nextId(tag)} : ids.nextIds(tag, count);
            long ended = System.nanoTime();
            for (long id : got) {
                log.add(new CallRecord(begun, ended, id, id));
                used.accept(id);
            }
        } catch (IdGenerationException ex) {
            long running = System.nanoTime() - begun - (pauses.totalNanos() - pausedBefore);
            if (running > WAIT_TIMEOUT.plus(MARGIN).toNanos()) {
                complain("refused after " + Duration.ofNanos(running), ex);
            }
        } catch (RuntimeException ex) {
            if (isOpen.getAsBoolean()) {
                complain("refused without a type", ex);
            }
        }
    }

    private void complain(String what, RuntimeException ex) {
        System.out.println(COMPLAINT + ": tag " + tag + " " + what + ": " + ex);
        ex.printStackTrace(System.out);
    }
}
