package io.leafid.cluster;

import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdException;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The line of one process to its registry: calls take time, and may be lost, arrive when their caller has given up, or twice; so may
 * their answers be lost. For one thread.
 */
final class Link implements Wire {

    private static final long LATEST_NANOS = Duration.ofSeconds(20).toNanos();

    /** So late a call that is repeated comes again, at most. */
    private static final long MOST_REPEATED_NANOS = Duration.ofSeconds(3).toNanos();

    /** What happens to calls. */
    enum Weather {
        FINE,
        SLOW,
        /** Calls or answers are lost. */
        LOSSY,
        /** Calls arrive late, in another order, or twice. */
        MIXED,
        /** Calls arrive, and at times once more. */
        REPEATED,
        CUT
    }

    private final Timeline timeline;
    private final Run run;
    private final Random random;
    private final Server server;
    private final Weather usual;
    private final long timeoutNanos;
    private Weather weather;

    /** The other end of all lines. */
    static final class Server {

        private boolean isDown;
        private boolean isGone;

        void down(boolean isDownNow) {
            isDown = isDownNow;
        }

        /** Its process has ended, so that connections are refused at once. */
        void gone() {
            isGone = true;
        }
    }

    Link(Timeline timeline, Run run, Random random, Server server, Weather usual, Duration timeout) {
        this.timeline = timeline;
        this.run = run;
        this.random = random;
        this.server = server;
        this.usual = usual;
        this.weather = usual;
        this.timeoutNanos = timeout.toNanos();
    }

    /** As usual again. */
    void settle() {
        weather = usual;
    }

    void weather(Weather now) {
        weather = now;
    }

    Weather weather() {
        return weather;
    }

    @Override
    public <T> T call(Supplier<T> onServer) {
        run.requireAlive();
        pass(200_000 + random.nextInt(1_000_000));
        switch (weather) {
            case SLOW -> pass(random.nextInt(1_500_000_000));
            case LOSSY -> lose(onServer);
            case MIXED -> mix(onServer);
            case REPEATED -> repeat(onServer);
            case FINE, CUT -> {}
        }
        requireUp();
        T answer = onServer.get();
        pass(100_000 + random.nextInt(500_000));
        requireUp();
        return answer;
    }

    private void lose(Supplier<?> onServer) {
        int fate = random.nextInt(4);
        if (fate == 0) {
            timeOut("the call was lost");
        } else if (fate == 1) {
            requireUp();
            var unused = onServer.get();
            timeOut("the answer was lost");
        }
    }

    private void mix(Supplier<?> onServer) {
        int fate = random.nextInt(4);
        double share = random.nextDouble();
        long late = timeline.now() + (long) (share * share * share * LATEST_NANOS); // most of them soon
        if (fate == 0) {
            timeline.at(late, null, () -> arrive(onServer));
            timeOut("the call arrives later");
        } else if (fate == 1) {
            timeline.at(late, null, () -> arrive(onServer)); // and now, too
        }
    }

    private void repeat(Supplier<?> onServer) {
        if (random.nextInt(4) == 0) {
            timeline.at(timeline.now() + random.nextLong(MOST_REPEATED_NANOS), null, () -> arrive(onServer));
        }
    }

    private static void arrive(Supplier<?> onServer) {
        try {
            var unused = onServer.get();
        } catch (RuntimeException ex) {
            // no one hears the answer
        }
    }

    private void requireUp() {
        if (weather != Weather.CUT && server.isGone) {
            throw new WorkerIdException.RegistryUnavailable("the connection is refused", null);
        }
        if (!isConnected()) {
            timeOut("there is no connection");
        }
    }

    private void timeOut(String why) {
        pass(timeoutNanos);
        throw new WorkerIdException.RegistryUnavailable(why, null);
    }

    private void pass(long nanos) {
        timeline.sleep(run, nanos);
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration atMost) {
        return timeline.await(run, Math.max(0, atMost.toNanos()), condition);
    }

    @Override
    public boolean isConnected() {
        return weather != Weather.CUT && !server.isDown && !server.isGone;
    }
}
