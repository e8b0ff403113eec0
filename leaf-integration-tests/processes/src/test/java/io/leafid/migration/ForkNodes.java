package io.leafid.migration;

import io.leafid.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.springframework.jdbc.core.JdbcTemplate;

/** Starts stand-ins of the fork's snowflake nodes in its three modes that the original has not. Stateless. */
final class ForkNodes {

    private static final int LAST_OF_POOL = 1_024; // one too many, as theirs

    private ForkNodes() {}

    /** Mode {@code zk_recycle}: the first worker id of the pool, also one that another node had before. */
    static OldNode recycling(String servers, String name, String ip, int port) throws Exception {
        CuratorFramework client = OriginalNodes.connect(servers);
        String pool = "/snowflake/" + name + "/recycle/notuse";
        String used = "/snowflake/" + name + "/recycle/inuse";
        if (client.checkExists().forPath(pool) == null) {
            for (int workerId = 0; workerId <= LAST_OF_POOL; workerId++) {
                client.create()
                        .creatingParentsIfNeeded()
                        .forPath(pool + "/workId:" + workerId, payload(workerId, "", "", 0));
            }
        }
        String child = client.getChildren().forPath(pool).get(0);
        int workerId = Integer.parseInt(child.substring("workId:".length()));
        byte[] data = client.getData().forPath(pool + "/" + child);
        client.delete().forPath(pool + "/" + child);
        client.create().creatingParentsIfNeeded().forPath(used + "/" + child, data);
        return OldNode.reporting(
                workerId,
                now -> client.setData().forPath(used + "/" + child, payload(workerId, ip, Integer.toString(port), now)),
                client::close);
    }

    private static byte[] payload(int workerId, String ip, String port, long time) {
        return "{\"workId\":%d,\"lastUsedIp\":\"%s\",\"lastUsedPort\":\"%s\",\"lastUsedTimestamp\":%d}"
                .formatted(workerId, ip, port, time)
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Mode {@code mysql}: the row of its address, which is made if there is none. A time ahead is refused only where there is no cache
     * file.
     *
     * @throws IllegalStateException if its row is from the future, and there is no file
     */
    static OldNode ofTable(TestDatabase database, String name, String ip, int port) throws Exception {
        JdbcTemplate jdbc = database.jdbc();
        OldFile cache = OldFile.of(name, port, "workerID.properties");
        long now = System.currentTimeMillis();
        List<Map<String, Object>> rows = rows(jdbc, ip, port);
        if (rows.isEmpty()) {
            jdbc.update(
                    "insert into leaf_workerid_alloc (ip_port,ip,port,max_timestamp,create_time,update_time)"
                            + " values (?,?,?,?,CURRENT_TIMESTAMP,CURRENT_TIMESTAMP)",
                    ip + ":" + port,
                    ip,
                    Integer.toString(port),
                    now);
            rows = rows(jdbc, ip, port);
        }
        Map<String, Object> row = rows.get(0);
        int workerId = ((Number) row.get("id")).intValue();
        if (((Number) row.get("max_timestamp")).longValue() > now) {
            return OldNode.silent(
                    cache.workerId().orElseThrow(() -> new IllegalStateException("init timestamp check error")),
                    () -> {});
        }
        cache.write("workerID=" + workerId);
        return OldNode.reporting(
                workerId,
                time -> jdbc.update("UPDATE leaf_workerid_alloc SET max_timestamp=? WHERE id=?", time, workerId),
                () -> {});
    }

    private static List<Map<String, Object>> rows(JdbcTemplate jdbc, String ip, int port) {
        return jdbc.queryForList("SELECT * FROM leaf_workerid_alloc WHERE ip_port=?", ip + ":" + port);
    }

    /** The file of mode {@code local}. */
    static OldFile localFile(String name, int port) {
        return OldFile.of(name, port, "workerID.json");
    }

    /**
     * Mode {@code local}: the worker id of its file, else of the map.
     *
     * @throws IllegalStateException if the file is from the future
     */
    static OldNode local(Map<String, Integer> workIdMap, String name, String ip, int port) throws Exception {
        OldFile file = localFile(name, port);
        long now = System.currentTimeMillis();
        String former = file.read().orElse("");
        String time = former.replaceAll(".*\"timestamp\":(\\d+).*", "$1");
        if (!former.isEmpty() && Long.parseLong(time) > now) {
            throw new IllegalStateException("init timestamp check error");
        }
        int workerId = file.workerId().orElseGet(() -> workIdMap.get(ip + ":" + port));
        OldNode.Report report = millis -> file.write(
                "{\"ip\":\"%s\",\"port\":\"%d\",\"workId\":%d,\"timestamp\":%d}".formatted(ip, port, workerId, millis));
        report.write(now);
        return OldNode.reporting(workerId, report, () -> {});
    }
}
