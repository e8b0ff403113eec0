package io.leafid.chaos;

import io.leafid.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings of the nodes: short windows, so that minutes hold many of them. Stateless. */
final class NodeSettings {

    /** How far ahead a worker id is reserved. */
    static final Duration RESERVATION = Duration.ofSeconds(4);

    /** The worker id of the node whose configuration names it; those of the others are below. */
    static final int LOCAL_WORKER_ID = 24;

    private NodeSettings() {}

    static List<String> common(Lines lines, int port, Path state) {
        TestDatabase database = lines.database();
        return List.of(
                "--spring.main.web-application-type=none",
                "--spring.main.banner-mode=off",
                "--leaf.jdbc.url=" + inPlainText(database.url()),
                "--leaf.jdbc.username=" + database.user(),
                "--leaf.jdbc.password=" + database.password(),
                "--leaf.segment.enabled=true",
                "--leaf.segment.fail-fast=false",
                "--leaf.segment.max-step=300",
                "--leaf.segment.wait-timeout=" + Caller.WAIT_TIMEOUT.toMillis() + "ms",
                "--leaf.segment.load-timeout=2s",
                "--leaf.segment.state-directory=" + state,
                "--leaf.tags." + ChaosNode.ORDERED + ".order=global",
                "--leaf.tags." + ChaosNode.SNOWFLAKE + ".mode=snowflake",
                "--leaf.snowflake.enabled=true",
                "--leaf.snowflake.host=10.0.0.7",
                "--leaf.snowflake.port=" + port,
                "--leaf.snowflake.state-directory=" + state,
                "--leaf.snowflake.report-interval=300ms",
                "--leaf.snowflake.reservation=" + RESERVATION.toMillis() + "ms",
                "--leaf.snowflake.recycle.reservation=" + RESERVATION.toMillis() + "ms",
                "--leaf.snowflake.zk.address=" + lines.registry(),
                "--leaf.snowflake.zk.session-timeout=4s",
                "--leaf.snowflake.zk.connection-timeout=2s");
    }

    /** So that PostgreSQL's driver sends each command itself, which its line waits for, and not only its number. */
    private static String inPlainText(String url) {
        return url.startsWith("jdbc:postgresql:") ? url + "?prepareThreshold=0" : url;
    }

    /** A mode whose worker ids go from node to node. */
    static List<String> recycling(String mode, String workerIds) {
        return List.of(
                "--leaf.name=" + mode.replace('_', '-'),
                "--leaf.snowflake.mode=" + mode,
                "--leaf.snowflake.worker-ids=" + workerIds);
    }

    /** A mode with a worker id for each identity, which does not go on without its registry. */
    static List<String> fixed(String mode, String workerIds) {
        return List.of(
                "--leaf.name=" + mode.replace('_', '-'),
                "--leaf.snowflake.mode=" + mode,
                "--leaf.snowflake.worker-ids=" + workerIds,
                "--leaf.snowflake.on-registry-loss=stop");
    }

    static List<String> local(int workerId) {
        return List.of(
                "--leaf.name=local", "--leaf.snowflake.mode=local", "--leaf.snowflake.local.worker-id=" + workerId);
    }
}
