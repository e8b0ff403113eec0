package io.leafid.cluster;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseTerms;
import io.leafid.lease.SimulatedKeeper;
import io.leafid.snowflake.SimulatedSnowflake;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.specification.TracedHolder;
import io.leafid.workerid.BrokenRule;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.file.SimulatedMarks;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A process with the real snowflake generator, keeper, holder and mark file. For one thread. */
final class SnowflakeWork implements Work {

    /** What one call may wait in all: for a lease and for a clock that stands still, a second each, and for small steps. */
    private static final long MOST_PARKED = Duration.ofSeconds(4).toNanos();

    private static final int BATCH = 60;

    private final Run run;
    private final Cluster cluster;
    private final Random random;
    private final @Nullable RunLocalHolder local;
    private final SimulatedRegistry.Connection connection;
    private @Nullable LocalMark mark;
    private @Nullable SnowflakeIdGenerator generator;
    private @Nullable LeaseKeeper keeper;
    private long highest;

    SnowflakeWork(Run run) {
        this.run = run;
        this.cluster = run.cluster();
        this.random = run.random();
        this.local = (run.setting().mode() == Plan.Mode.LOCAL) ? new RunLocalHolder(run) : null;
        this.connection = (local == null)
                ? cluster.registry()
                        .connect(
                                run.identity(),
                                run.clock(),
                                run.link(),
                                run.setting().mode().isFixed())
                : new SimulatedRegistry.Connection(local, () -> {}, lag -> {});
    }

    /** The layout that is compared with what the namespace is bound to. */
    private SnowflakeLayout comparedLayout() {
        return cluster.breaks(BrokenRule.A_NAMESPACE_HAS_ONE_LAYOUT)
                ? Run.LAYOUT
                : run.setting().layout();
    }

    @Override
    public boolean start() {
        LeaseKeeper taken = null;
        try {
            mark = (local == null) ? openMark() : null;
            taken = SimulatedKeeper.of(
                    new TracedHolder(
                            RunHolder.of(connection.holder(), cluster.plan().broken()),
                            run.name(),
                            run.machine().name() + " " + run.identity().port(),
                            event -> cluster.note(() -> event)),
                    mark,
                    new LeaseTerms(
                            run.identity(),
                            run.setting().workerIds(),
                            comparedLayout(),
                            cluster.plan().keeping()),
                    run.clock(),
                    new KeeperThreads(run.timer(), run.lane(1), run.lane(1)),
                    run::newToken);
            taken.start();
            keeper = taken;
            generator = SimulatedSnowflake.of(
                    run.setting().layout(),
                    cluster.plan().issuing(),
                    cluster.breaks(BrokenRule.TIME_IS_USED_ONLY_BELOW_THE_CEILING)
                            ? SimulatedKeeper.withoutEnd(taken)
                            : taken,
                    run.clock(),
                    random);
            return true;
        } catch (WorkerIdException | UncheckedIOException ex) {
            cluster.tell(run, () -> "does not start: " + ex.getMessage());
            run.refused(ex);
            if (taken != null) {
                taken.close(0, Duration.ofSeconds(5));
            }
            return false;
        }
    }

    private LocalMark openMark() {
        Machine machine = run.machine();
        LocalMark file = SimulatedMarks.open(
                machine.disk().path(machine.disk().root() + "/" + run.identity().port()),
                run.identity(),
                comparedLayout(),
                connection.holder().registry(),
                machine.system(),
                machine.boot(),
                run.name());
        return new RunMark(file, run);
    }

    @Override
    public boolean call() {
        SnowflakeIdGenerator ids = generator;
        if (ids == null) {
            return false;
        }
        long outer = run.parked(0);
        long before = highest;
        try {
            int count = random.nextInt(6) == 0 ? 1 + random.nextInt(BATCH) : 1;
            long[] got = (count == 1) ? new long[] {ids.nextId()} : ids.nextIds("order", count);
            run.requireAlive();
            cluster.books().issued(run, got, before);
            highest = Math.max(highest, got[got.length - 1]);
            return true;
        } catch (IdGenerationException ex) {
            cluster.books().refused(run, ex);
            return false;
        } finally {
            cluster.books().waited(run, run.parked(outer), MOST_PARKED);
        }
    }

    @Override
    public boolean issues() {
        return generator != null && call();
    }

    @Override
    public void stop() {
        SnowflakeIdGenerator ids = generator;
        if (ids != null) {
            run.move(ids::close);
        }
    }

    @Override
    public void stopAndStart(long nanos) {
        SnowflakeIdGenerator ids = generator;
        if (ids == null) {
            return;
        }
        run.move(ids::stop);
        run.sleep(nanos);
        try {
            run.move(ids::start);
        } catch (WorkerIdException | UncheckedIOException ex) {
            cluster.tell(run, () -> "stays stopped: " + ex.getMessage());
            run.kill();
        }
    }

    @Override
    public void drop() {
        LocalMark file = mark;
        if (file != null) {
            file.close();
        }
        if (local != null) {
            local.drop();
        }
    }

    @Override
    public void read(long wallMillis) {
        if (local != null) {
            local.read(wallMillis);
        }
    }

    @Override
    public void expire() {
        connection.expire().run();
    }

    @Override
    public void lag(long changes) {
        connection.lag().accept(changes);
    }

    @Override
    public boolean isConfirmed() {
        LeaseKeeper present = keeper;
        return present == null || present.status().state() != LeaseStatus.State.LOCAL;
    }

    @Override
    public long floorMillis() {
        LeaseKeeper present = keeper;
        return (present == null) ? 0 : present.window().floorMillis();
    }
}
