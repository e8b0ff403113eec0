package io.leafid.workerid.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;

/** The node that an instance of the original Leaf has in its tree, with the mistakes that concern others. */
public final class OriginalNode {

    private static final Pattern TIMESTAMP = Pattern.compile("\"timestamp\":(\\d+)");

    private final CuratorFramework client;
    private final String root;
    private final String ip;
    private final String port;
    private String path = "";

    /** Makes one that has not started; paths are those of the namespace. */
    public OriginalNode(CuratorFramework client, ZooKeeperNamespace namespace, String ip, int port) {
        this.client = client;
        this.root = namespace.base() + "/forever";
        this.ip = ip;
        this.port = Integer.toString(port);
    }

    /**
     * Starts and returns the worker id.
     *
     * @throws IllegalStateException if its own node is from the future
     * @throws NumberFormatException if a child's name has another form than it knows
     */
    public int start(long now) throws Exception {
        if (client.checkExists().forPath(root) == null) {
            create(now);
            return 0;
        }
        Map<String, String> names = new HashMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        List<String> children = client.getChildren().forPath(root);
        for (String child : children) {
            String[] parts = child.split("-", -1);
            names.put(parts[0], child);
            numbers.put(parts[0], Integer.parseInt(parts[1]));
        }
        Integer known = numbers.get(ip + ":" + port);
        if (known == null) {
            create(now);
            return Integer.parseInt(path.split("-", -1)[1]);
        }
        path = root + "/" + names.get(ip + ":" + port);
        Matcher timestamp = TIMESTAMP.matcher(new String(client.getData().forPath(path), StandardCharsets.UTF_8));
        if (!timestamp.find() || Long.parseLong(timestamp.group(1)) > now) {
            throw new IllegalStateException("init timestamp check error");
        }
        report(now);
        return known;
    }

    /** Writes the time, as it does every 3 s. */
    public void report(long now) throws Exception {
        client.setData().forPath(path, payload(now));
    }

    private void create(long now) throws Exception {
        path = client.create()
                .creatingParentsIfNeeded()
                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                .forPath(root + "/" + ip + ":" + port + "-", payload(now));
    }

    private byte[] payload(long now) {
        return "{\"ip\":\"%s\",\"port\":\"%s\",\"timestamp\":%d}"
                .formatted(ip, port, now)
                .getBytes(StandardCharsets.UTF_8);
    }
}
