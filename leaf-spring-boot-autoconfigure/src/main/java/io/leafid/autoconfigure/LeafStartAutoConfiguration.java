package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.LeafProperties;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Auto-configuration of what is said at the end of a start. */
@AutoConfiguration(after = LeafWebAutoConfiguration.class)
@ConditionalOnLeaf
public final class LeafStartAutoConfiguration {

    @Bean
    LeafStartReport leafStartReport(ApplicationContext context, LeafProperties properties, Environment environment) {
        return new LeafStartReport(context, properties, new LeafEnvironment(environment).nameOf(properties));
    }
}
