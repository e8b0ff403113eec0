package io.leafid.autoconfigure;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The address of ZooKeeper; a bean of this type wins over {@code leaf.snowflake.zk.address}, so that tests and
 * containers can supply it.
 */
@FunctionalInterface
public interface LeafZooKeeperConnectionDetails extends ConnectionDetails {

    /** ZooKeeper's connect string, such as {@code zk1:2181,zk2:2181}. */
    String connectString();
}
