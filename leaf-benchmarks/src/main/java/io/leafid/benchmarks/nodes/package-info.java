/** Internal. Measures what many nodes cost one row of a database, one ensemble of ZooKeeper, and each other; not published. */
@NullMarked
package io.leafid.benchmarks.nodes;

import org.jspecify.annotations.NullMarked;
