package io.leafid.workerid;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A line on which calls are made one after the other, for the contract; it loses answers to changes on request. Thread-safe. */
public final class LockedWire implements Wire {

    private final SimulatedRegistry server;
    private volatile boolean losesAnswers;

    /** Makes a line; {@code server} is locked for each call. */
    public LockedWire(SimulatedRegistry server) {
        this.server = server;
    }

    /** Runs something whose calls are made while no answer is heard. */
    public void losingAnswers(Runnable call) {
        losesAnswers = true;
        try {
            call.run();
        } finally {
            losesAnswers = false;
        }
    }

    @Override
    public <T> T call(Supplier<T> onServer) {
        T answer;
        boolean isChanged;
        synchronized (server) {
            long before = server.changes();
            answer = onServer.get();
            isChanged = server.changes() != before;
        }
        if (losesAnswers && isChanged) {
            throw new WorkerIdException.RegistryUnavailable("the answer was lost", null);
        }
        return answer;
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        boolean isSo = call(condition::getAsBoolean);
        while (!isSo && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
            isSo = call(condition::getAsBoolean);
        }
        return isSo;
    }

    @Override
    public boolean isConnected() {
        return true;
    }
}
