package io.leafid.integration.shardingsphere;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application whose data source is ShardingSphere's driver. */
@SpringBootApplication(proxyBeanMethods = false)
class ShardedApplication {}
