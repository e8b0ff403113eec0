package com.example.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.workerid.WorkerIdEntry;
import io.leafid.workerid.WorkerIdHolder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application as it runs: started twice, with both engines on its own store and holder. */
class ShopApplicationTest {

    @TempDir
    private Path directory;

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(ShopApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.flyway.enabled=false", // which the class path of Leaf's own tests would switch on
                        "spring.liquibase.enabled=false",
                        "shop.directory=" + directory,
                        "leaf.name=shop",
                        "leaf.segment.enabled=true",
                        "leaf.segment.wait-timeout=60s",
                        "leaf.segment.auto-create.enabled=true",
                        "leaf.segment.state-directory=" + directory.resolve("segment"),
                        "leaf.snowflake.enabled=true",
                        "leaf.snowflake.host=localhost",
                        "leaf.snowflake.port=7001",
                        "leaf.snowflake.state-directory=" + directory.resolve("state"),
                        "leaf.tags.payment.mode=snowflake")
                .run();
    }

    @Test
    void idsGoOnWithoutARepetitionAndTheLeaseIsGivenBackAtTheEnd() {
        Set<Long> ids = new HashSet<>();
        long last = 0;
        WorkerIdHolder holder = null;
        for (int run = 0; run < 2; run++) {
            try (ConfigurableApplicationContext context = start()) {
                IdGenerator generator = context.getBean("routingIdGenerator", IdGenerator.class);
                assertThat(ids.add(generator.nextId("order"))).isTrue();
                last = generator.nextId("payment");
                assertThat(ids.add(last)).isTrue();
                holder = context.getBean(WorkerIdHolder.class);
                assertThat(only(holder).live()).isTrue();
            }
            assertThat(only(holder).live())
                    .as("closed after the lease was given back")
                    .isFalse();
            assertThat(only(holder).ceiling())
                    .as("the exact end of what was used, and not the reservation")
                    .isBefore(Instant.now().plusSeconds(2));
        }
        assertThat(ids).hasSize(4);
    }

    private static WorkerIdEntry only(WorkerIdHolder holder) {
        return holder.list().get(0);
    }
}
