package io.leafid.cluster;

import io.leafid.SnowflakeLayout;
import io.leafid.TagLimit;
import io.leafid.specification.LeaseEvent;
import io.leafid.time.Scheduler;
import io.leafid.time.TimeSource;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.NodeIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One process from its start to its end: what it does, on the clocks of its machine. What it does after its end has no effect: whatever
 * it calls throws. One thread at a time.
 */
final class Run {

    /** What a namespace is bound to. */
    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    /** So many callers begin just before a stop. */
    private static final int CALLERS_AT_A_STOP = 3;

    /** So long a strand may lose the processor. */
    private static final Duration MOST_LOST = Duration.ofSeconds(20);

    /** No start or stop takes so long. */
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final Cluster cluster;
    private final Timeline timeline;
    private final Machine machine;
    private final NodeIdentity identity;
    private final Setting setting;
    private final String name;
    private final Random random;
    private final List<Link> links = new ArrayList<>();
    private final Set<String> tokens = new HashSet<>();
    private final Clock clock = new Clock();
    private final Work work;
    private boolean isAlive = true;
    private boolean isServing;
    private boolean isRestarting;
    private boolean isMoving;
    private int moves;
    private long pausedUntil;
    private long pauseAfterReading;
    private int refusals;
    private long silentSince = -1;
    private long parked;
    private @Nullable RuntimeException refusal;

    Run(Cluster cluster, Machine machine, NodeIdentity identity, Setting setting, String name, long seed) {
        this.cluster = cluster;
        this.timeline = cluster.timeline();
        this.machine = machine;
        this.identity = identity;
        this.setting = setting;
        this.name = name;
        this.random = new Random(seed);
        for (int i = 0; i < cluster.tables().all().size(); i++) {
            links.add(new Link(
                    timeline,
                    this,
                    random,
                    cluster.tables().server(i),
                    cluster.plan().scope().usual(),
                    cluster.plan().segments().lineTimeout()));
        }
        this.work = (setting.mode() == Plan.Mode.SEGMENT) ? new SegmentWork(this) : new SnowflakeWork(this);
    }

    /** Starts; returns whether it did. */
    boolean start() {
        if (!work.start()) {
            kill();
            return false;
        }
        isServing = true;
        planCall();
        return true;
    }

    String newToken() {
        String token = cluster.breaks(BrokenRule.EACH_RUN_HAS_A_TOKEN)
                ? "token of " + identity
                : "%016x".formatted(random.nextLong());
        tokens.add(token);
        return token;
    }

    private void planCall() {
        long pause = cluster.pace().callsPause() * random.nextInt(700_000_000);
        timeline.at(timeline.now() + 20_000_000 + pause, this, this::callAndGoOn);
    }

    private void callAndGoOn() {
        planCall(); // the next caller does not wait for this one
        boolean unused = call();
    }

    /** One caller asks for an id or some. */
    boolean call() {
        return isServing && work.call();
    }

    /** Whether it issues ids; called when nothing goes wrong any more. */
    boolean issues() {
        return isAlive && isServing && pausedUntil == 0 && work.issues();
    }

    /** Ends in order. */
    void stop() {
        whileCallsWait(work::stop);
        kill();
    }

    /** What is done on top of a call that waits counts for none of its time. */
    private void whileCallsWait(Runnable action) {
        long outer = parked(0);
        try {
            action.run();
        } finally {
            parked(outer);
        }
    }

    /** The engine starts, stops and closes once at a time: a second strand would wait for its lock, of which the timeline knows nothing. */
    void move(Runnable change) {
        while (isMoving && hasStrands()) { // two may wait for one
            boolean unused = timeline.await(this, LONGEST.toNanos(), () -> !isMoving);
        }
        isMoving = true;
        try {
            change.run();
        } finally {
            isMoving = false;
            moves++;
        }
    }

    /** Stops and starts again, as around a snapshot of the process. */
    void stopAndStart(long nanos) {
        if (!isRestarting) { // a second one would wait for the lock of the first
            isRestarting = true;
            for (int i = 0; hasStrands() && i < CALLERS_AT_A_STOP; i++) {
                timeline.at(timeline.now() + random.nextInt(1_000_000), this, this::call);
            }
            giveWay(1, 1_000_000);
            whileCallsWait(() -> work.stopAndStart(nanos));
            isRestarting = false;
        }
    }

    /** Ends at once; the system takes back what it had locked. */
    void kill() {
        isAlive = false;
        cluster.note(() -> LeaseEvent.ended(name));
        silent();
        work.drop();
    }

    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, timeline.now() + nanos);
        silent();
    }

    /** Pauses between the next reading of the wall clock and what it is read for. */
    void pauseAfterReading(long nanos) {
        pauseAfterReading = nanos;
    }

    /** The next hand-overs fail: no thread can be made, or they are rejected. */
    void refuseThreads(int times) {
        refusals = times;
    }

    void weather(Link.Weather weather) {
        links.get(cluster.tables().any(random)).weather(weather);
        if (weather == Link.Weather.CUT) {
            silent();
        }
    }

    /** One of its lines is cut. */
    void cut(int place) {
        links.get(place).weather(Link.Weather.CUT);
        silent();
    }

    /** The line is as usual again. */
    void settle() {
        links.forEach(Link::settle);
    }

    /** The registry ends the session of a process that it does not hear for so long. */
    private void silent() {
        silentSince = (silentSince < 0) ? timeline.now() : silentSince;
        long since = silentSince;
        timeline.at(timeline.now() + Cluster.SESSION.toNanos(), null, () -> {
            boolean isSilent = !isAlive || pausedUntil > timeline.now() || link().weather() == Link.Weather.CUT;
            if (isSilent && silentSince == since) {
                expire();
            } else if (!isSilent) {
                silentSince = -1;
            }
        });
    }

    void expire() {
        work.expire();
    }

    void limit(String tag, TagLimit limit) {
        work.limit(tag, limit);
    }

    void lag(long changes) {
        work.lag(changes);
    }

    /** Nothing disturbs it any more. */
    void heal() {
        pausedUntil = 0;
        pauseAfterReading = 0;
        refusals = 0;
        silentSince = -1;
        links.forEach(link -> link.weather(Link.Weather.FINE));
        lag(0);
        try {
            work.unlimit();
        } catch (Killed ex) {
            // it has ended while it was told
        }
    }

    boolean isAlive() {
        return isAlive;
    }

    /** Whether a registry has confirmed what it began with. */
    boolean isConfirmed() {
        return work.isConfirmed();
    }

    /** Whether it has started and not ended. */
    boolean isServing() {
        return isAlive && isServing;
    }

    /** Its start was refused. */
    void refused(RuntimeException why) {
        refusal = why;
    }

    /** Why its start was refused; {@code null} if it was not. */
    @Nullable RuntimeException refusal() {
        return refusal;
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
        return work.floorMillis();
    }

    NodeIdentity identity() {
        return identity;
    }

    Setting setting() {
        return setting;
    }

    Link link() {
        return link(0);
    }

    /** The line to one of several databases. */
    Link link(int place) {
        return links.get(place);
    }

    TimeSource clock() {
        return clock;
    }

    /** Another timer. */
    Scheduler timer() {
        return new Timer();
    }

    /** Another lane, which does so many tasks at a time. */
    Lane lane(int limit) {
        return new Lane(timeline, this, limit);
    }

    /** Whether its threads keep their place when they wait. */
    boolean hasStrands() {
        return setting.mode() == Plan.Mode.SEGMENT || cluster.pace().hasStrands();
    }

    /** Sets how long it, or the strand that runs, has waited, and returns what that was. */
    long parked(long nanos) {
        Strand strand = timeline.current();
        if (strand != null) {
            return strand.parked(nanos);
        }
        long before = parked;
        parked = nanos;
        return before;
    }

    void sleep(long nanos) {
        timeline.sleep(this, nanos);
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

    /** A hand-over needs a thread, and may be refused one. */
    void requireThread() {
        if (refusals > 0) {
            refusals--;
            throw new RejectedExecutionException("rejected, as the schedule wants it");
        }
    }

    /** Others go on for a moment, now and then. */
    void giveWay(int oneIn, int mostNanos) {
        if (isAlive
                && !cluster.isSteady()
                && random.nextInt(oneIn) == 0) { // what it left under way may come upon others
            timeline.preempt(this, random.nextInt(mostNanos));
        }
    }

    /** Others go on until the engine was stopped or started so many times, for some seconds at most. */
    void giveWayOverMoves(int count) {
        int wanted = moves + count;
        if (isAlive && !cluster.isSteady()) {
            timeline.preempt(this, random.nextLong(MOST_LOST.toNanos()), () -> moves >= wanted);
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
            work.read(now);
            if (pauseAfterReading > 0) {
                pause(pauseAfterReading);
                pauseAfterReading = 0;
                timeline.preempt(Run.this, 0);
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
        public boolean await(CountDownLatch latch, long nanos) {
            requireAlive();
            return timeline.await(Run.this, machine.trueNanos(Math.max(0, nanos)), () -> latch.getCount() == 0);
        }

        @Override
        public void parkNanos(long nanos) {
            requireAlive();
            parked(parked(0) + nanos);
            sleep(nanos * (1 + random.nextInt(20)));
        }
    }

    /** The timer of the process. */
    private final class Timer implements Scheduler {

        private boolean isClosed;

        @Override
        public Task after(Duration delay, Runnable action) {
            boolean[] isCancelled = {false};
            timeline.at(timeline.now() + machine.trueNanos(delay.toNanos()), Run.this, () -> run(action, isCancelled));
            return () -> isCancelled[0] = true;
        }

        @Override
        public Task every(Duration pause, Runnable action) {
            boolean[] isCancelled = {false};
            planNext(pause, action, isCancelled);
            return () -> isCancelled[0] = true;
        }

        private void planNext(Duration pause, Runnable action, boolean[] isCancelled) {
            timeline.at(timeline.now() + machine.trueNanos(pause.toNanos()), Run.this, () -> {
                if (!isCancelled[0] && !isClosed) {
                    planNext(pause, action, isCancelled);
                    run(action, isCancelled);
                }
            });
        }

        /** One that is refused a thread disturbs no other, as on the real one. */
        private void run(Runnable action, boolean[] isCancelled) {
            try {
                if (!isCancelled[0] && !isClosed) {
                    action.run();
                }
            } catch (RejectedExecutionException ex) {
                cluster.tell(() -> name + "'s timer is refused a thread");
            }
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }
}
