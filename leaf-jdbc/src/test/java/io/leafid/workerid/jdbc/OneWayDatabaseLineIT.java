package io.leafid.workerid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.leafid.lease.LeaseStatus;
import io.leafid.testing.IssuingNode;
import io.leafid.testing.MariaDb;
import io.leafid.testing.Postgres;
import io.leafid.testing.TcpProxy;
import io.leafid.testing.TcpProxy.Direction;
import io.leafid.testing.TestDatabase;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdRange;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The line to the table carries one direction only, for longer than a silent owner counts as running, while another node is
 * not cut off; then what was held arrives late, over connections that a pool keeps.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class OneWayDatabaseLineIT {

    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LIVENESS = Duration.ofSeconds(1);
    private static final Duration RESERVATION = Duration.ofSeconds(3);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final WorkerIdRange ONE = new WorkerIdRange(0, 0);

    @ParameterizedTest
    @EnumSource
    void cutOffNodeOfMariaDbStopsAtItsCeilingAndItsSuccessorBeginsThere(Direction silent) {
        cutOffNodeStopsAtItsCeilingAndItsSuccessorBeginsThere(MariaDb.database(), silent);
    }

    @ParameterizedTest
    @EnumSource
    void cutOffNodeOfPostgresStopsAtItsCeilingAndItsSuccessorBeginsThere(Direction silent) {
        cutOffNodeStopsAtItsCeilingAndItsSuccessorBeginsThere(Postgres.database(), silent);
    }

    private static void cutOffNodeStopsAtItsCeilingAndItsSuccessorBeginsThere(TestDatabase database, Direction silent) {
        database.with(JdbcWorkerIdHolder.DEFAULT_TABLE);
        int port = URI.create(database.url().substring("jdbc:".length())).getPort();
        List<IssuingNode> nodes = new ArrayList<>();
        try (TcpProxy proxy = new TcpProxy(port);
                HikariDataSource line = database.withUrl(
                                database.url().replace(":" + port + "/", ":" + proxy.port() + "/"))
                        .impatientPool(2);
                HikariDataSource direct = database.pool(2)) {
            IssuingNode cutOff = IssuingNode.startAtLast(() -> start(line, database, 0));
            nodes.add(cutOff);
            cutOff.issueSome();
            proxy.silence(silent);

            IssuingNode successor = IssuingNode.startAtLast(() -> start(direct, database, 1));
            nodes.add(successor);
            successor.issueSome();
            assertThat(cutOff.issuesNow()).as("its ceiling is past").isFalse();
            assertThat(successor.keeper().window().floorMillis())
                    .isGreaterThanOrEqualTo(cutOff.keeper().window().ceilingMillis());
            proxy.heal();

            await().atMost(TIMEOUT).until(() -> cutOff.state() == LeaseStatus.State.LOST);
            successor.issueSome();
            assertThat(cutOff.issuesNow()).isFalse();
            IssuingNode.requireNoMillisecondTwice(nodes);
        } finally {
            nodes.forEach(IssuingNode::close);
        }
    }

    private static IssuingNode start(HikariDataSource connections, TestDatabase database, int i) {
        NodeIdentity identity = new NodeIdentity("10.0.0." + (i + 1), 8080);
        WorkerIdTableSettings table =
                new WorkerIdTableSettings(JdbcWorkerIdHolder.DEFAULT_TABLE, STATEMENT_TIMEOUT, LIVENESS);
        return IssuingNode.start(
                new RecyclingJdbcHolder(connections, database.dialect(), table, identity, TimeSource.system()),
                null,
                identity,
                ONE,
                RESERVATION);
    }
}
