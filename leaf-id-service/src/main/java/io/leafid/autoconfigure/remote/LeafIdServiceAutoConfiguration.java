package io.leafid.autoconfigure.remote;

import io.leafid.autoconfigure.LeafWebAutoConfiguration;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.remote.service.RangeService;
import io.leafid.remote.service.SegmentController;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.web.Engines;
import io.leafid.web.WaitingPlaces;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of an id service, where ids are served over HTTP and it is asked for. */
@AutoConfiguration(after = LeafWebAutoConfiguration.class)
@ConditionalOnLeaf(flag = "leaf.web.segments.enabled")
@ConditionalOnBean(name = LeafIdServiceAutoConfiguration.PLACES)
@EnableConfigurationProperties(SegmentServiceProperties.class)
public final class LeafIdServiceAutoConfiguration {

    static final String PLACES = "leafWebPlaces";

    /** Looks its engine up when a request needs it: a server starts before most beans are made. */
    @Bean
    SegmentController leafSegmentController(
            LeafProperties properties,
            SegmentServiceProperties segments,
            @Qualifier(PLACES) WaitingPlaces places,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SegmentStore> store) {
        Supplier<RangeService> service = SingletonSupplier.of(() -> new RangeService(
                Engines.required("segment", segment.getIfAvailable()).ranges(),
                Engines.required("segment", store.getIfAvailable()),
                segments.maxAmount(),
                segments.create()));
        return new SegmentController(service, places, properties.web().allowCrossSite());
    }
}
