package io.leafid.autoconfigure.data;

import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.data.jackson.LeafIdModule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of ids as strings in JSON, for applications that ask for it. */
@AutoConfiguration
@ConditionalOnClass(name = "tools.jackson.databind.JacksonModule")
@ConditionalOnLeaf(flag = "leaf.json.ids-as-strings")
public final class LeafJsonAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LeafIdModule leafIdModule() {
        return new LeafIdModule();
    }
}
