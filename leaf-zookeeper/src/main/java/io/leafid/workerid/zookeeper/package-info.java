/**
 * Public API. Worker ids kept in ZooKeeper: fixed for an identity as the original Leaf has them
 * ({@link io.leafid.workerid.zookeeper.FixedZooKeeperHolder}), or taken from a pool and given back
 * ({@link io.leafid.workerid.zookeeper.RecyclingZooKeeperHolder}).
 */
@NullMarked
package io.leafid.workerid.zookeeper;

import org.jspecify.annotations.NullMarked;
