package io.leafid.lease;

import io.leafid.time.Scheduler;
import java.util.concurrent.ExecutorService;

/**
 * The threads of one lease keeper, which closes them.
 *
 * @param timer times the reports, and waits for nothing
 * @param registry one thread for calls to the registry
 * @param disk one thread for writing the local mark, so that a slow registry does not hold it up
 */
public record KeeperThreads(Scheduler timer, ExecutorService registry, ExecutorService disk) {

    void close() {
        timer.close();
        registry.shutdown();
        disk.shutdown();
    }
}
