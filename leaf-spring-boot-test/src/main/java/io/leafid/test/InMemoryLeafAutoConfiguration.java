package io.leafid.test;

import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.segment.SegmentStores;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.test.workerid.InMemoryWorkerIdRegistry;
import io.leafid.time.TimeSource;
import io.leafid.workerid.NodeIdentity;
import io.leafid.workerid.WorkerIdHolder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Auto-configuration of stores in memory, for tests that ask for them by {@link InMemoryLeaf}. */
@AutoConfiguration(
        before = {LeafSegmentAutoConfiguration.class, LeafSnowflakeAutoConfiguration.class},
        beforeName = "io.leafid.autoconfigure.remote.LeafRemoteAutoConfiguration")
@ConditionalOnBean(InMemoryStores.class)
public final class InMemoryLeafAutoConfiguration {

    private static final String STORE = "leafInMemorySegmentStore";

    @Bean(name = STORE)
    @ConditionalOnMissingBean(SegmentStore.class)
    InMemorySegmentStore leafInMemorySegmentStore(InMemoryStores stores) {
        return stores.segments();
    }

    /** For tags that name a database, too. */
    @Bean
    @ConditionalOnBean(name = STORE)
    @ConditionalOnMissingBean
    SegmentStores leafInMemorySegmentStores(InMemorySegmentStore store) {
        return SegmentStores.of(store);
    }

    /** Closed by the generator, which knows the last timestamp; lazy, since the identity is there with snowflake ids only. */
    @Bean(destroyMethod = "")
    @Lazy
    @ConditionalOnMissingBean(WorkerIdHolder.class)
    InMemoryWorkerIdRegistry.Holder leafInMemoryWorkerIdHolder(InMemoryStores stores, NodeIdentity identity) {
        return stores.workerIds().pooled(identity, TimeSource.system());
    }
}
