package io.leafid.workerid.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.common.PathUtils;

/**
 * Reader of several children of a node in one go: all are asked for before the first answer is waited for.
 *
 * @param client the client
 * @param timeout how long to wait for all the answers
 */
record ChildrenReader(CuratorFramework client, Duration timeout) {

    /** Returns whether a text can be the name of a child. */
    static boolean isName(String text) {
        try {
            PathUtils.validatePath("/" + text);
            return !text.isEmpty() && text.indexOf('/') < 0;
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }

    /** The children by name that are there. */
    Map<String, ZkNode> read(String parent, List<String> names) throws Exception {
        ZooKeeper handle = client.getZookeeperClient().getZooKeeper();
        Map<String, ZkNode> found = new ConcurrentHashMap<>();
        AtomicInteger failure = new AtomicInteger();
        CountDownLatch answers = new CountDownLatch(names.size());
        for (String name : names) {
            String path = parent + "/" + name;
            handle.getData(
                    ZKPaths.fixForNamespace(client.getNamespace(), path),
                    false,
                    (code, absolute, context, data, stat) -> {
                        if (code == Code.OK.intValue()) {
                            found.put(name, ZkNode.of(path, data, stat));
                        } else if (code != Code.NONODE.intValue()) {
                            failure.set(code);
                        }
                        answers.countDown();
                    },
                    null);
        }
        boolean complete = answers.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (failure.get() != 0 || !complete) {
            throw KeeperException.create(complete ? Code.get(failure.get()) : Code.OPERATIONTIMEOUT, parent);
        }
        return new TreeMap<>(found);
    }
}
