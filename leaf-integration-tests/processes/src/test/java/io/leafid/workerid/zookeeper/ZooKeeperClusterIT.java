package io.leafid.workerid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.leafid.SnowflakeLayout;
import io.leafid.testing.ZooKeeperEnsemble;
import io.leafid.time.TimeSource;
import io.leafid.workerid.LeaseRequest;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdException;
import io.leafid.workerid.WorkerIdHolder;
import io.leafid.workerid.WorkerIdLease;
import io.leafid.workerid.WorkerIdRange;
import io.leafid.workerid.zookeeper.client.ZooKeeperSettings;
import java.time.Duration;
import java.time.Instant;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases on an ensemble of three servers whose leader is killed. */
class ZooKeeperClusterIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final NodeIdentity SELF = new NodeIdentity("10.0.0.1", 8080);
    private static final ZooKeeperNamespace ORDERS = new ZooKeeperNamespace("/snowflake", "orders");

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void leaseIsExtendedThroughTheLossOfTheLeader(boolean isFixed) throws Exception {
        try (ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.start()) {
            try (CuratorFramework client = new ZooKeeperSettings(
                            ensemble.address(), Duration.ofSeconds(10), Duration.ofSeconds(5), null)
                    .open()) {
                TimeSource time = TimeSource.system();
                WorkerIdHolder holder = isFixed
                        ? new FixedZooKeeperHolder(client, ORDERS, SELF, time)
                        : new RecyclingZooKeeperHolder(client, ORDERS, SELF, time);
                WorkerIdLease lease = holder.acquire(request(time));
                lease = holder.extend(lease, lease.ceilingMillis() + 1, lease.token());

                ensemble.killLeader();
                WorkerIdLease extended = extendDuringTheElection(holder, lease);

                assertThat(extended.workerId()).isEqualTo(lease.workerId());
                assertThat(holder.list()).singleElement().satisfies(entry -> {
                    assertThat(entry.ceiling()).isEqualTo(Instant.ofEpochMilli(extended.ceilingMillis()));
                    assertThat(entry.self()).isTrue();
                });
                await().atMost(TIMEOUT).until(() -> holder.list().stream().allMatch(WorkerIdEntry::live));
            }
        }
    }

    /** Every call is answered or fails as an unreachable registry; none says that the lease is lost. */
    private static WorkerIdLease extendDuringTheElection(WorkerIdHolder holder, WorkerIdLease lease) {
        WorkerIdLease[] extended = {lease};
        for (int i = 0; i < 20; i++) {
            long ceiling = extended[0].ceilingMillis() + 1_000;
            await().atMost(TIMEOUT)
                    .ignoreExceptionsMatching(ZooKeeperClusterIT::isUnreachable)
                    .until(() -> {
                        extended[0] = holder.extend(extended[0], ceiling, lease.token());
                        return true;
                    });
        }
        return extended[0];
    }

    private static boolean isUnreachable(Throwable failure) {
        return failure instanceof WorkerIdException.RegistryUnavailable;
    }

    private static LeaseRequest request(TimeSource time) {
        return LeaseRequest.of(SELF, new WorkerIdRange(0, 1023), SnowflakeLayout.DEFAULT, time);
    }
}
