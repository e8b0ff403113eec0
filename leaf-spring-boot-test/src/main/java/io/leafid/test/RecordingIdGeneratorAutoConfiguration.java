package io.leafid.test;

import io.leafid.IdGenerator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of ids that are known, for tests of a web slice: {@code @WebMvcTest} and {@code @WebFluxTest} have no database
 * that an engine could take ids from. An {@code IdGenerator} of the test replaces it.
 */
@AutoConfiguration(
        afterName = {
            "io.leafid.autoconfigure.LeafRoutingAutoConfiguration",
            "io.leafid.autoconfigure.LeafSegmentAutoConfiguration",
            "io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration"
        })
public final class RecordingIdGeneratorAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(IdGenerator.class)
    RecordingIdGenerator leafRecordingIdGenerator() {
        return new RecordingIdGenerator();
    }
}
