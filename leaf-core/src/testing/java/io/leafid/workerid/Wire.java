package io.leafid.workerid;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Line between a process and the server of a registry that is simulated. For one thread. */
public interface Wire {

    /** A line on which every call is made once, at once. */
    Wire PERFECT = new Wire() {
        @Override
        public <T> T call(Supplier<T> onServer) {
            return onServer.get();
        }

        @Override
        public boolean await(BooleanSupplier condition, Duration atMost) {
            return condition.getAsBoolean();
        }

        @Override
        public boolean isConnected() {
            return true;
        }
    };

    /**
     * Makes a call at the server and returns its answer.
     *
     * @throws WorkerIdException.RegistryUnavailable if the answer is not heard; the call may have been made, or be made later
     */
    <T> T call(Supplier<T> onServer);

    /** Lets time pass until something is so; returns whether it is. */
    boolean await(BooleanSupplier condition, Duration atMost);

    /** Whether the line is up. */
    boolean isConnected();
}
