package io.leafid.workerid;

import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.test.workerid.SharedWorkerIdHolderContract;
import io.leafid.time.TimeSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Nested;

/** The fake keeps the contract. */
class InMemoryWorkerIdRegistryTest {

    @Nested
    class FixedWorkerIds extends Contract {

        @Override
        protected WorkerIdHolder newHolder(NodeIdentity identity, TimeSource clock) {
            return opened(registry.fixed(identity, clock));
        }
    }

    @Nested
    class FreeWorkerIds extends Contract {

        @Override
        protected WorkerIdHolder newHolder(NodeIdentity identity, TimeSource clock) {
            return opened(registry.pooled(identity, clock));
        }
    }

    abstract static class Contract extends SharedWorkerIdHolderContract {

        final InMemoryWorkerIdRegistry registry = new InMemoryWorkerIdRegistry(TimeSource.system());

        private final Map<WorkerIdHolder, InMemoryWorkerIdRegistry.Holder> holders = new ConcurrentHashMap<>();

        WorkerIdHolder opened(InMemoryWorkerIdRegistry.Holder holder) {
            holders.put(holder, holder);
            return holder;
        }

        @Override
        protected void declareDead(WorkerIdHolder holder, NodeIdentity identity) {
            Objects.requireNonNull(holders.get(holder)).expire();
        }

        @Override
        protected void deleteRecords() {
            registry.clear();
        }

        @Override
        protected void losingTheReply(WorkerIdHolder holder, Runnable call) {
            InMemoryWorkerIdRegistry.Holder made = Objects.requireNonNull(holders.get(holder));
            made.loseReplies();
            call.run();
            made.interfere(InMemoryWorkerIdRegistry.Interference.NONE);
        }
    }
}
