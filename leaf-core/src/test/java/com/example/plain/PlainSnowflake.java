package com.example.plain;

import io.leafid.LeafEvent;
import io.leafid.SnowflakeLayout;
import io.leafid.lease.KeeperSettings;
import io.leafid.lease.KeeperThreads;
import io.leafid.lease.LeaseKeeper;
import io.leafid.lease.LeaseTerms;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.time.LeafThreads;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.file.LocalHolder;
import io.leafid.workerid.file.StatePlace;
import io.leafid.workerid.file.WorkerIdAssignment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Snowflake ids without a framework. */
public final class PlainSnowflake {

    private PlainSnowflake() {}

    /** Prints ids; the argument is the directory that keeps the state. */
    public static void main(String[] args) {
        Consumer<LeafEvent> events = System.err::println;
        NodeIdentity node = new NodeIdentity("10.0.3.7", 8080);
        StatePlace state = StatePlace.configured(Path.of(args[0]), "orders", node.port());
        WorkerIdHolder workerIds = new LocalHolder(state, node, WorkerIdAssignment.of("7", Map.of()));
        LeaseTerms terms =
                new LeaseTerms(node, new WorkerIdRange(0, 1023), SnowflakeLayout.DEFAULT, KeeperSettings.DEFAULT);
        KeeperThreads threads = new KeeperThreads(
                LeafThreads.scheduler("leaf-timer"),
                LeafThreads.pool("leaf-registry", 1),
                LeafThreads.pool("leaf-disk", 1));
        LeaseKeeper keeper = new LeaseKeeper(workerIds, null, terms, TimeSource.system(), threads, events);
        try {
            keeper.start();
        } catch (RuntimeException ex) {
            keeper.close(0, Duration.ofSeconds(5));
            throw ex;
        }
        try (SnowflakeIdGenerator ids = new SnowflakeIdGenerator(
                SnowflakeLayout.DEFAULT, SnowflakeSettings.DEFAULT, keeper, TimeSource.system(), events)) {
            System.out.println(ids.nextId());
            System.out.println(ids.nextId());
        } // ends the ids first, then writes the exact end and gives the worker id back
    }
}
