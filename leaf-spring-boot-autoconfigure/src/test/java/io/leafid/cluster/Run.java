package io.leafid.cluster;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.lease.SimulatedKeeper;
import io.leafid.snowflake.SimulatedSnowflake;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.file.SimulatedMarks;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One process from its start to its end: the real generator, keeper, holder and mark file, on the clocks of its machine. What it does
 * after its end has no effect: whatever it calls throws. For one thread.
 */
final class Run {

    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    /** What one call may wait in all: for a lease and for a clock that stands still, a second each, and for small steps. */
    private static final long MOST_PARKED = Duration.ofSeconds(4).toNanos();

    private static final int BATCH = 60;

    private final Cluster cluster;
    private final Timeline timeline;
    private final Machine machine;
    private final NodeIdentity identity;
    private final String name;
    private final Random random;
    private final Link link;
    private final SimulatedRegistry.Connection connection;
    private final Set<String> tokens = new HashSet<>();
    private final Clock clock = new Clock();
    private @Nullable LocalMark mark;
    private @Nullable SnowflakeIdGenerator generator;
    private @Nullable LeaseKeeper keeper;
    private boolean isAlive = true;
    private long pausedUntil;
    private long pauseAfterReading;
    private int refusals;
    private long silentSince = -1;
    private long highest;
    private long parked;

    Run(Cluster cluster, Machine machine, NodeIdentity identity, String name, long seed) {
        this.cluster = cluster;
        this.timeline = cluster.timeline();
        this.machine = machine;
        this.identity = identity;
        this.name = name;
        this.random = new Random(seed);
        this.link = new Link(timeline, this, random, cluster.server());
        this.connection =
                cluster.registry().connect(identity, clock, link, cluster.plan().isFixed());
    }

    /** Starts; returns whether it did. */
    boolean start() {
        LeaseKeeper taken = null;
        try {
            LocalMark file = SimulatedMarks.open(
                    machine.disk().path(machine.disk().root() + "/" + identity.port()),
                    identity,
                    LAYOUT,
                    connection.holder().registry(),
                    machine.system(),
                    machine.boot(),
                    name);
            mark = new RunMark(file, this);
            taken = SimulatedKeeper.of(
                    RunHolder.of(connection.holder(), cluster.plan().broken()),
                    mark,
                    new LeaseTerms(
                            identity,
                            cluster.plan().workerIds(),
                            LAYOUT,
                            cluster.plan().keeping()),
                    clock,
                    new KeeperThreads(new Timer(), new Lane(timeline, this), new Lane(timeline, this)),
                    this::newToken);
            taken.start();
            keeper = taken;
            generator = SimulatedSnowflake.of(
                    LAYOUT,
                    cluster.plan().issuing(),
                    cluster.breaks(BrokenRule.TIME_IS_USED_ONLY_BELOW_THE_CEILING)
                            ? SimulatedKeeper.withoutEnd(taken)
                            : taken,
                    clock,
                    random);
            planCall();
            return true;
        } catch (WorkerIdException | UncheckedIOException ex) {
            cluster.tell(this, () -> "does not start: " + ex.getMessage());
            if (taken != null) {
                taken.close(0, Duration.ofSeconds(5));
            }
            kill();
            return false;
        }
    }

    private String newToken() {
        String token = cluster.breaks(BrokenRule.EACH_RUN_HAS_A_TOKEN)
                ? "token of " + identity
                : "%016x".formatted(random.nextLong());
        tokens.add(token);
        return token;
    }

    private void planCall() {
        timeline.at(timeline.now() + 20_000_000 + random.nextInt(700_000_000), this, this::callAndGoOn);
    }

    private void callAndGoOn() {
        planCall(); // the next caller does not wait for this one
        call();
    }

    /** One caller asks for an id or some. */
    boolean call() {
        SnowflakeIdGenerator ids = generator;
        if (ids == null) {
            return false;
        }
        long outer = parked;
        parked = 0;
        long before = highest;
        try {
            int count = random.nextInt(6) == 0 ? 1 + random.nextInt(BATCH) : 1;
            long[] got = (count == 1) ? new long[] {ids.nextId()} : ids.nextIds("order", count);
            requireAlive();
            cluster.books().issued(this, got, before);
            highest = Math.max(highest, got[got.length - 1]);
            return true;
        } catch (IdGenerationException ex) {
            cluster.books().refused(this, ex);
            return false;
        } finally {
            cluster.books().waited(this, parked, MOST_PARKED);
            parked = outer;
        }
    }

    /** Ends in order. */
    void stop() {
        SnowflakeIdGenerator ids = generator;
        if (ids != null) {
            ids.close();
        }
        kill();
    }

    /** Stops and starts again, as around a snapshot of the process. */
    void stopAndStart(long nanos) {
        SnowflakeIdGenerator ids = generator;
        if (ids == null) {
            return;
        }
        ids.stop();
        timeline.await(this, nanos, () -> false);
        try {
            ids.start();
        } catch (WorkerIdException | UncheckedIOException ex) {
            cluster.tell(this, () -> "stays stopped: " + ex.getMessage());
            kill();
        }
    }

    /** Ends at once; the system takes back what it had locked. */
    void kill() {
        isAlive = false;
        silent();
        LocalMark file = mark;
        if (file != null) {
            file.close();
        }
    }

    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, timeline.now() + nanos);
        silent();
    }

    /** Pauses between the next reading of the wall clock and what it is read for. */
    void pauseAfterReading(long nanos) {
        pauseAfterReading = nanos;
    }

    void refuseThreads(int times) {
        refusals = times;
    }

    void weather(Link.Weather weather) {
        link.weather(weather);
        if (weather == Link.Weather.CUT) {
            silent();
        }
    }

    /** The registry ends the session of a process that it does not hear for so long. */
    private void silent() {
        silentSince = (silentSince < 0) ? timeline.now() : silentSince;
        long since = silentSince;
        timeline.at(timeline.now() + Cluster.SESSION.toNanos(), null, () -> {
            boolean isSilent = !isAlive || pausedUntil > timeline.now() || link.weather() == Link.Weather.CUT;
            if (isSilent && silentSince == since) {
                expire();
            } else if (!isSilent) {
                silentSince = -1;
            }
        });
    }

    void expire() {
        connection.expire().run();
    }

    void lag(long changes) {
        connection.lag().accept(changes);
    }

    /** Nothing disturbs it any more. */
    void heal() {
        pausedUntil = 0;
        pauseAfterReading = 0;
        refusals = 0;
        silentSince = -1;
        link.weather(Link.Weather.FINE);
        lag(0);
    }

    boolean isAlive() {
        return isAlive;
    }

    boolean isServing() {
        return isAlive && generator != null;
    }

    long pausedUntil() {
        return pausedUntil;
    }

    Random random() {
        return random;
    }

    Machine machine() {
        return machine;
    }

    Cluster cluster() {
        return cluster;
    }

    /** Where the lease begins that is used now. */
    long floorMillis() {
        LeaseKeeper present = keeper;
        return (present == null) ? 0 : present.window().floorMillis();
    }

    Set<String> tokens() {
        return tokens;
    }

    String name() {
        return name;
    }

    void requireAlive() {
        if (!isAlive) {
            throw new Killed();
        }
    }

    /** A hand-over needs a thread, which may not be had. */
    void requireThread() {
        if (refusals > 0) {
            refusals--;
            throw new OutOfMemoryError("unable to create native thread, as the schedule wants it");
        }
    }

    /** Others go on for a moment, now and then. */
    void giveWay(int oneIn, int mostNanos) {
        if (random.nextInt(oneIn) == 0) {
            timeline.await(this, random.nextInt(mostNanos), () -> false);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** End of the process that runs this; it passes through all that it was doing. */
    static final class Killed extends Error {

        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    /** The clocks as the process reads them; time may pass between a reading and its use. */
    private final class Clock implements TimeSource {

        @Override
        public long currentTimeMillis() {
            requireAlive();
            long now = machine.wallMillis();
            if (pauseAfterReading > 0) {
                pause(pauseAfterReading);
                pauseAfterReading = 0;
                timeline.await(Run.this, 0, () -> true);
            } else {
                giveWay(80, 40_000_000);
            }
            return now;
        }

        @Override
        public long nanoTime() {
            requireAlive();
            return machine.nanos();
        }

        @Override
        public void parkNanos(long nanos) {
            requireAlive();
            parked += nanos;
            timeline.await(Run.this, nanos * (1 + random.nextInt(20)), () -> false);
        }
    }

    /** The timer of the process. */
    private final class Timer implements Scheduler {

        private boolean isClosed;

        @Override
        public Task after(Duration delay, Runnable action) {
            boolean[] isCancelled = {false};
            timeline.at(timeline.now() + delay.toNanos(), Run.this, () -> {
                if (!isCancelled[0] && !isClosed) {
                    action.run();
                }
            });
            return () -> isCancelled[0] = true;
        }

        @Override
        public Task every(Duration pause, Runnable action) {
            boolean[] isCancelled = {false};
            planNext(pause, action, isCancelled);
            return () -> isCancelled[0] = true;
        }

        private void planNext(Duration pause, Runnable action, boolean[] isCancelled) {
            timeline.at(timeline.now() + pause.toNanos(), Run.this, () -> {
                if (!isCancelled[0] && !isClosed) {
                    planNext(pause, action, isCancelled);
                    action.run();
                }
            });
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }
}
