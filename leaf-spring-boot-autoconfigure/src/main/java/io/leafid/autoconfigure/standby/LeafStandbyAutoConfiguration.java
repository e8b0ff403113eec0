package io.leafid.autoconfigure.standby;

import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import io.leafid.snowflake.SnowflakeIdGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the readiness of a standby. */
@AutoConfiguration(after = LeafSnowflakeAutoConfiguration.class)
@ConditionalOnBooleanProperty("leaf.snowflake.standby")
@ConditionalOnBean(SnowflakeIdGenerator.class)
public final class LeafStandbyAutoConfiguration {

    @Bean
    StandbyReadiness leafStandbyReadiness(
            ApplicationContext context,
            ObjectProvider<SnowflakeIdGenerator> generator,
            ObjectProvider<ApplicationAvailability> availability) {
        return new StandbyReadiness(context, generator::getIfAvailable, availability::getIfAvailable);
    }
}
