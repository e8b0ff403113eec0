/** Internal. Stands for a package of its module. */
@NullMarked
package io.leafid.workerid.zookeeper;

import org.jspecify.annotations.NullMarked;
