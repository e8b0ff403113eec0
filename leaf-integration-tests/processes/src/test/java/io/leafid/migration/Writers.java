package io.leafid.migration;

import static org.awaitility.Awaitility.await;

import io.leafid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Several threads of one kind that insert rows as fast as they can until they are stopped. Thread-safe. */
final class Writers implements AutoCloseable {

    private static final int THREADS = 4;

    private final Queue<Long> ids = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    /** Inserts one row and returns its id. */
    @FunctionalInterface
    interface Inserter {

        /** Inserts on a connection that commits each statement. */
        long insert(Connection connection) throws SQLException;
    }

    /** Begins to write, each thread on a connection of its own. */
    static Writers start(TestDatabase database, Inserter inserter) {
        Writers writers = new Writers();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> writers.write(database, inserter), "writer-" + i);
            writers.threads.add(thread);
            thread.start();
        }
        return writers;
    }

    private void write(TestDatabase database, Inserter inserter) {
        try (Connection connection = database.unpooled().getConnection()) {
            while (!stopped.get()) {
                try {
                    ids.add(inserter.insert(connection));
                } catch (SQLException | RuntimeException ex) {
                    failures.add(ex);
                }
            }
        } catch (SQLException ex) {
            failures.add(ex);
        }
    }

    /** Waits until so many more rows are there. */
    void awaitMore(int rows) throws InterruptedException {
        int wanted = ids.size() + rows;
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (ids.size() < wanted && failures.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.timedJoin(threads.get(0), 10); // which ends it early when a thread does
        }
    }

    /** The ids of all rows that were inserted. */
    List<Long> ids() {
        return List.copyOf(ids);
    }

    /** Why inserts have failed. */
    List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /** Ends it; every insert has its outcome then. */
    @Override
    public void close() {
        stopped.set(true);
        await().until(() -> threads.stream().noneMatch(Thread::isAlive));
    }
}
