/** Internal. Keys of tables that ShardingSphere-JDBC shards; it finds this package through {@code META-INF/services}. */
@NullMarked
package io.leafid.data.shardingsphere;

import org.jspecify.annotations.NullMarked;
