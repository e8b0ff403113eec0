package io.leafid.autoconfigure.data;

import io.leafid.data.jackson.LeafIdModule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of ids as strings in JSON, for applications that ask for it. */
@AutoConfiguration
@ConditionalOnClass(name = "tools.jackson.databind.JacksonModule")
@ConditionalOnBooleanProperty(name = "leaf.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty("leaf.json.ids-as-strings")
public final class LeafJsonAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LeafIdModule leafIdModule() {
        return new LeafIdModule();
    }
}
