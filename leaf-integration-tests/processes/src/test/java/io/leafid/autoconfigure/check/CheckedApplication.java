package io.leafid.autoconfigure.check;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.LeafSegmentAutoConfiguration;
import io.leafid.autoconfigure.LeafSnowflakeAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application that would serve requests and do work of its own, if it were not only checked. */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceInitializationAutoConfiguration.class,
    LeafAutoConfiguration.class,
    LeafSegmentAutoConfiguration.class,
    LeafSnowflakeAutoConfiguration.class,
    LeafCheckAutoConfiguration.class
})
class CheckedApplication {

    public static void main(String[] args) {
        SpringApplication.run(CheckedApplication.class, args);
    }

    @Bean
    CommandLineRunner work() {
        return arguments -> System.out.println("the application runs");
    }

    /** Is made and called in each start, however lazy, as a part of Boot that asks all health indicators. */
    @Bean
    SmartInitializingSingleton eager(ObjectProvider<IdGenerator> ids) {
        return () -> ids.ifAvailable(generator -> System.out.println("the application runs"));
    }
}
