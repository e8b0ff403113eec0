package io.leafid.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The sample with its own settings, started twice on what its first run has left. */
class RestartTest {

    @TempDir
    private Path data;

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(LeafSampleApplication.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--sample.data=" + data,
                        "--leaf.name=leaf-sample-restart-" + data.getFileName(),
                        "--leaf.segment.state-directory=" + data.resolve("tags"),
                        "--leaf.snowflake.port=18082",
                        "--leaf.snowflake.state-directory=" + data.resolve("marks"));
    }

    @Test
    void idsOfBothEnginesGrowOverARestart() {
        List<Long> orders = new ArrayList<>();
        List<Long> payments = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            try (ConfigurableApplicationContext context = start()) {
                IdGenerator ids = context.getBean("routingIdGenerator", IdGenerator.class);
                for (int i = 0; i < 3; i++) {
                    orders.add(ids.nextId("order"));
                    payments.add(ids.nextId("payment"));
                }
            }
        }

        assertThat(orders).startsWith(1L, 2L, 3L).isSorted().doesNotHaveDuplicates();
        assertThat(payments).isSorted().doesNotHaveDuplicates();
    }
}
