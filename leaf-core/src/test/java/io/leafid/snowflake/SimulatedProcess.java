package io.leafid.snowflake;

import io.leafid.IdGenerationException;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.LeasedNode;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.time.TimeSource;
import io.leafid.workerid.InMemoryLocalMark;
import io.leafid.workerid.WorkerIdException;
import java.util.Random;

/**
 * One run of one node: a generator over a kept lease. Wherever a real process can be stopped by its garbage collector -
 * after a reading of the clock, before a call reaches the registry, before its answer arrives - the world may go on.
 */
final class SimulatedProcess {

    /** The most ids that one step takes. */
    private static final int BATCH = 40;

    private final int number;
    private final LeasedNode node;
    private final InMemoryLocalMark disk;
    private final SnowflakeIdGenerator generator;
    private final SnowflakeSimulation world;
    private final Random random;
    private boolean busy;

    SimulatedProcess(
            int number,
            LeasedNode node,
            InMemoryLocalMark disk,
            SnowflakeSettings settings,
            SnowflakeSimulation world) {
        this.number = number;
        this.node = node;
        this.disk = disk;
        this.world = world;
        this.random = world.random();
        this.generator = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, settings, node.keeper(), new StoppableClock(), event -> {}, random::nextInt);
        node.holder().interfere(new Stops());
    }

    LeasedNode node() {
        return node;
    }

    InMemoryLocalMark disk() {
        return disk;
    }

    /** Whether the process stands still, or is in the midst of something. */
    boolean isBusy() {
        return busy || node.time().isPaused();
    }

    /** Starts; returns whether it did. */
    boolean start() {
        busy = true;
        try {
            node.start();
            return true;
        } catch (WorkerIdException ex) {
            return false;
        } finally {
            busy = false;
        }
    }

    /** Issues some ids, one by one or as a batch, and enters them. */
    void issue(IdLedger ledger) {
        busy = true;
        try {
            if (random.nextBoolean()) {
                enter(ledger, generator.nextIds("order", 1 + random.nextInt(BATCH)));
            } else {
                for (int i = random.nextInt(5); i >= 0; i--) {
                    enter(ledger, generator.nextId());
                }
            }
        } catch (IdGenerationException ex) {
            world.refused(number + ": " + ex.getMessage());
        } finally {
            busy = false;
        }
    }

    private void enter(IdLedger ledger, long... ids) {
        for (long id : ids) {
            long floor = node.keeper().window().floorMillis();
            world.note(number + " issued " + id + " above " + floor);
            ledger.issued(
                    number,
                    id,
                    floor,
                    world.reservedUpTo(this, generator.decode(id).workerId()));
        }
    }

    void pause() {
        node.time().pause();
        node.registryThread().defer();
        node.diskThread().defer();
    }

    void resume() {
        busy = true;
        node.registryThread().runAtOnce();
        node.diskThread().runAtOnce();
        node.time().resume();
        if (random.nextBoolean()) {
            node.diskThread().runAll();
        }
        node.registryThread().runAll();
        node.diskThread().runAll();
        busy = false;
    }

    void close() {
        busy = true;
        generator.close();
        busy = false;
    }

    private void stopTheWorldForOthers() {
        if (random.nextInt(12) == 0) {
            boolean before = busy;
            busy = true;
            node.time().pause();
            world.goOnWithout();
            node.time().resume();
            busy = before;
        }
    }

    /** The generator's clock: time may pass between its reading and its use, and a thread that parks may oversleep. */
    private final class StoppableClock implements TimeSource {

        @Override
        public long currentTimeMillis() {
            long now = node.time().currentTimeMillis();
            stopTheWorldForOthers();
            return now;
        }

        @Override
        public long nanoTime() {
            return node.time().nanoTime();
        }

        @Override
        public void parkNanos(long nanos) {
            node.time().parkNanos(nanos * (1 + random.nextInt(200)));
        }
    }

    /** The connection: requests and replies may be lost, and time may pass before either arrives. */
    private final class Stops implements InMemoryWorkerIdRegistry.Interference {

        @Override
        public void before() {
            stopTheWorldForOthers();
            loseOneIn(world.lossRate());
        }

        @Override
        public void after() {
            loseOneIn(world.lossRate());
            stopTheWorldForOthers();
        }

        private void loseOneIn(int rate) {
            if (rate > 0 && random.nextInt(rate) == 0) {
                throw new WorkerIdException.RegistryUnavailable("lost", null);
            }
        }
    }
}
