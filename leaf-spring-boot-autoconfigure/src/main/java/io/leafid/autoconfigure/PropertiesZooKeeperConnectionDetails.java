package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.SnowflakeProperties;

/**
 * Where the properties say that ZooKeeper is reached. Immutable.
 *
 * @param zk the properties
 */
record PropertiesZooKeeperConnectionDetails(SnowflakeProperties.Zk zk) implements LeafZooKeeperConnectionDetails {

    @Override
    public String connectString() {
        String address = zk.address();
        if (address == null) {
            throw new LeafStartException(
                    "Leaf cannot lease worker ids in ZooKeeper: leaf.snowflake.zk.address is not set.", """
                    Do one of these:

                        - Set leaf.snowflake.zk.address, such as zk1:2181,zk2:2181,zk3:2181.
                        - Put @LeafZooKeeper on a CuratorFramework of the application.
                        - Set leaf.snowflake.mode=mysql or leaf.snowflake.mode=local to go without ZooKeeper.""", null);
        }
        return address;
    }
}
