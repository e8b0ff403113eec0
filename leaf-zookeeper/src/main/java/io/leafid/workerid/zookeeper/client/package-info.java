/** Public API. Leaf's own client of ZooKeeper: its settings, and what it learns of the sessions of others. */
@NullMarked
package io.leafid.workerid.zookeeper.client;

import org.jspecify.annotations.NullMarked;
