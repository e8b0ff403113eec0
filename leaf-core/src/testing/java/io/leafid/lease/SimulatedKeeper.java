package io.leafid.lease;

import io.leafid.time.TimeSource;
import io.leafid.workerid.LocalMark;
import io.leafid.workerid.WorkerIdHolder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The real keeper with tokens from a source that repeats itself. */
public final class SimulatedKeeper {

    private SimulatedKeeper() {}

    /** Makes a keeper. */
    public static LeaseKeeper of(
            WorkerIdHolder holder,
            @Nullable LocalMark mark,
            LeaseTerms terms,
            TimeSource time,
            KeeperThreads threads,
            Supplier<String> tokens) {
        return new LeaseKeeper(mark, new LeaseContext(holder, terms, time, tokens), threads, event -> {});
    }

    /** A provider that shows windows without an end, as if no ceiling and no mark counted. */
    public static LeaseProvider withoutEnd(LeaseProvider provider) {
        return new LeaseProvider() {

            @Override
            public LeaseWindow window() {
                return endless(provider.window());
            }

            @Override
            public LeaseWindow windowFor(long millis) {
                return endless(provider.windowFor(millis));
            }

            private LeaseWindow endless(LeaseWindow window) {
                return (window.workerId() < 0)
                        ? window
                        : new LeaseWindow(window.workerId(), window.floorMillis(), Long.MAX_VALUE);
            }

            @Override
            public LeaseStatus status() {
                return provider.status();
            }

            @Override
            public void stop(long usedUpToMillis, java.time.Duration timeout) {
                provider.stop(usedUpToMillis, timeout);
            }

            @Override
            public void restart() {
                provider.restart();
            }

            @Override
            public void close(long usedUpToMillis, java.time.Duration timeout) {
                provider.close(usedUpToMillis, timeout);
            }
        };
    }
}
