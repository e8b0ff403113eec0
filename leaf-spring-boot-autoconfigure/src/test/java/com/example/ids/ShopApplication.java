package com.example.ids;

import io.leafid.segment.store.SegmentStore;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** An application with a store and a holder of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ShopApplication {

    @Bean
    SegmentStore counters(@Value("${shop.directory}") Path directory) {
        return new FileSegmentStore(directory.resolve("counters.properties"));
    }

    /** Not destroyed by Spring: the generator closes it when it has given the lease back. */
    @Bean(destroyMethod = "")
    @Lazy
    WorkerIdHolder workerIds(@Value("${shop.directory}") Path directory, NodeIdentity identity) {
        return new FileWorkerIdHolder(directory, identity);
    }
}
