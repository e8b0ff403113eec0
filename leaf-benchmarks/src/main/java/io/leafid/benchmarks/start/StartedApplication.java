package io.leafid.benchmarks.start;

import com.sun.management.OperatingSystemMXBean;
import io.leafid.IdGenerator;
import java.lang.management.ManagementFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * An application that asks its database something at its start, as most do. It prints how long its JVM was there when it was ready, and how much
 * processor time that took, and ends; with an argument that names Leaf it takes an id before, to show that it could.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StartedApplication {

    static final String READY = "ready after ms, processor ms:";

    /** Starts. */
    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext application =
                new SpringApplicationBuilder(StartedApplication.class).run(arguments)) {
            if (application.getEnvironment().containsProperty("leaf.name")) {
                Leaf.takeId(application);
            }
        }
    }

    @Bean
    ApplicationRunner look(JdbcTemplate jdbc) {
        return arguments -> jdbc.execute("SELECT 1");
    }

    @EventListener(ApplicationReadyEvent.class)
    void ready() {
        long now = System.currentTimeMillis();
        long nanos = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        long begun = ManagementFactory.getRuntimeMXBean().getStartTime();
        System.out.println(READY + (now - begun) + " " + nanos / 1e6);
    }

    /** Loaded only where Leaf is there. */
    private static final class Leaf {

        static void takeId(ConfigurableApplicationContext application) {
            application.getBean(IdGenerator.class).nextId("order");
        }
    }
}
