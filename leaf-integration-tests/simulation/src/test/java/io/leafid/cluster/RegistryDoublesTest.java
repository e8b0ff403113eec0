package io.leafid.cluster;

import io.leafid.test.workerid.SharedWorkerIdHolderContract;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LockedWire;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.SimulatedRegistry;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.jdbc.SimulatedTable;
import io.leafid.workerid.zookeeper.SimulatedZooKeeper;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Nested;

/** The real holders keep their contract on the doubles too, which so behave as ZooKeeper and the tables do. */
class RegistryDoublesTest {

    private static final Duration SESSION = Duration.ofMillis(150);

    @Nested
    class FixedInZooKeeper extends Contract {

        FixedInZooKeeper() {
            super(new SimulatedZooKeeper(System::currentTimeMillis, SESSION), true);
        }
    }

    @Nested
    class RecyclingInZooKeeper extends Contract {

        RecyclingInZooKeeper() {
            super(new SimulatedZooKeeper(System::currentTimeMillis, SESSION), false);
        }
    }

    @Nested
    class FixedInATable extends Contract {

        FixedInATable() {
            super(new SimulatedTable(System::currentTimeMillis, Duration.ofMinutes(1), Set.of()), true);
        }
    }

    @Nested
    class RecyclingInATable extends Contract {

        RecyclingInATable() {
            super(new SimulatedTable(System::currentTimeMillis, Duration.ofMinutes(1), Set.of()), false);
        }
    }

    abstract static class Contract extends SharedWorkerIdHolderContract {

        private final SimulatedRegistry registry;
        private final boolean isFixed;
        private final Map<WorkerIdHolder, LockedWire> wires = new ConcurrentHashMap<>();
        private final Map<WorkerIdHolder, SimulatedRegistry.Connection> connections = new ConcurrentHashMap<>();

        Contract(SimulatedRegistry registry, boolean isFixed) {
            this.registry = registry;
            this.isFixed = isFixed;
        }

        @Override
        protected WorkerIdHolder newHolder(NodeIdentity identity, TimeSource time) {
            LockedWire wire = new LockedWire(registry);
            SimulatedRegistry.Connection connection = registry.connect(identity, time, wire, isFixed);
            wires.put(connection.holder(), wire);
            connections.put(connection.holder(), connection);
            return connection.holder();
        }

        @Override
        protected void declareDead(WorkerIdHolder holder, NodeIdentity identity) {
            synchronized (registry) {
                Objects.requireNonNull(connections.get(holder)).expire().run();
                registry.silence(identity);
            }
        }

        @Override
        protected void deleteRecords() {
            synchronized (registry) {
                registry.empty();
            }
        }

        @Override
        protected void losingTheReply(WorkerIdHolder holder, Runnable call) {
            Objects.requireNonNull(wires.get(holder)).losingAnswers(call);
        }
    }
}
