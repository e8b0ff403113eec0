package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.SnowflakeLayout;
import io.leafid.test.time.ManualTime;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.Wire;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All nodes are deleted in the midst of an extension: between any two calls of it. */
class DeletedTreeTest {

    private static final NodeIdentity IDENTITY = new NodeIdentity("10.0.0.1", 8080);

    private static final int NEVER = Integer.MAX_VALUE;

    private final ManualTime time = new ManualTime();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void extensionSucceedsOrSaysThatTheRegistryFails(boolean isFixed) {
        int calls = 0;
        boolean wasDeleted;
        do {
            SimulatedZooKeeper registry = new SimulatedZooKeeper(time::currentTimeMillis, Duration.ofSeconds(15));
            Hand hand = new Hand(registry);
            WorkerIdHolder holder =
                    registry.connect(IDENTITY, time, hand, isFixed).holder();
            WorkerIdLease lease = holder.acquire(request());
            registry.delete(lease.workerId()); // so that the extension puts nodes back
            hand.callsLeft = calls;
            calls++;
            try {
                assertThat(holder.extend(lease, lease.ceilingMillis() + 1_000, lease.token())
                                .workerId())
                        .isEqualTo(lease.workerId());
            } catch (WorkerIdException.RegistryUnavailable ex) {
                assertThat(ex).hasMessageContaining("/snowflake/orders");
            }
            wasDeleted = hand.callsLeft == NEVER;
            hand.callsLeft = NEVER;

            assertThat(holder.extend(lease, lease.ceilingMillis() + 2_000, lease.token())
                            .workerId())
                    .as("all deleted before call %d", calls)
                    .isEqualTo(lease.workerId());
        } while (wasDeleted);
        assertThat(calls).isGreaterThan(5);
    }

    private LeaseRequest request() {
        return LeaseRequest.of(IDENTITY, new WorkerIdRange(0, 63), SnowflakeLayout.DEFAULT, time)
                .over(new LeaseRequest.Period(Duration.ofSeconds(10), Duration.ofSeconds(15), 0));
    }

    /** A perfect line, at which everything is deleted once, after a number of calls. */
    private static final class Hand implements Wire {

        private final SimulatedZooKeeper registry;
        private int callsLeft = NEVER;

        Hand(SimulatedZooKeeper registry) {
            this.registry = registry;
        }

        @Override
        public <T> T call(Supplier<T> onServer) {
            if (callsLeft == 0) {
                registry.empty();
                callsLeft = NEVER;
            } else if (callsLeft != NEVER) {
                callsLeft--;
            }
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
    }
}
