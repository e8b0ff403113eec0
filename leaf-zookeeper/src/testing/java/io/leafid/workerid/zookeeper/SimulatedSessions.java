package io.leafid.workerid.zookeeper;

import io.leafid.test.time.ManualTime;
import io.leafid.workerid.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Sessions with a ZooKeeper in memory, over lines on which waiting lets the time of the test pass. For one thread. */
final class SimulatedSessions implements Sessions, Wire {

    static final Duration SESSION_TIMEOUT = Duration.ofSeconds(9);

    /** What was waited for, and for how long at most. */
    final List<Duration> waits = new ArrayList<>();

    /** The server itself. */
    final SimulatedZooKeeper server;

    /** What happens at the end of each wait. */
    Runnable meanwhile = () -> {};

    /** Whether the lines are up. */
    boolean isConnected = true;

    private final ManualTime time;

    SimulatedSessions(ManualTime time) {
        this.time = time;
        this.server = new SimulatedZooKeeper(time::currentTimeMillis, SESSION_TIMEOUT);
    }

    @Override
    public SimulatedZkNodes open() {
        SimulatedZkNodes session = new SimulatedZkNodes(server, this);
        session.session(); // opens it, as a client does when it is started
        return session;
    }

    @Override
    public void end(ZkNodes session) {
        ((SimulatedZkNodes) session).expire();
    }

    @Override
    public void close() {}

    @Override
    public <T> T call(Supplier<T> onServer) {
        return onServer.get();
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration atMost) {
        waits.add(atMost);
        time.advance(atMost);
        meanwhile.run();
        return condition.getAsBoolean();
    }

    @Override
    public boolean isConnected() {
        return isConnected;
    }
}
