package io.leafid.integration.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.leafid.IdGenerator;
import java.util.List;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** ShardingSphere and its algorithms belong to the process: ids come from its one application that uses Leaf, or from none. */
class SeveralApplicationsTest {

    private final KeyGenerateAlgorithm algorithm =
            TypedSPILoader.getService(KeyGenerateAlgorithm.class, "LEAF", new Properties());

    private static ConfigurableApplicationContext application(String name) {
        return SpringApplication.run(
                ShardedApplication.class,
                "--spring.datasource.url=jdbc:h2:mem:" + name,
                "--leaf.name=" + name,
                "--leaf.segment.enabled=true",
                "--leaf.segment.auto-create.enabled=true");
    }

    private List<Long> keys(int count) {
        return List.copyOf(algorithm.generateKeys(new AlgorithmSQLContext("shop", "public", "orders", "id"), count))
                .stream()
                .map(Number.class::cast)
                .map(Number::longValue)
                .toList();
    }

    @Test
    void onlyOneApplicationAtATimeHandsOutKeys() {
        assertThatIllegalStateException()
                .isThrownBy(() -> keys(1))
                .withMessage("orders.id is to be filled by Leaf, but no application of this process that uses Leaf is"
                        + " running; insert rows while it runs");
        try (ConfigurableApplicationContext first = application("first")) {
            assertThat(keys(3)).containsExactly(1L, 2L, 3L);
            try (ConfigurableApplicationContext second = application("second")) {
                assertThatIllegalStateException()
                        .isThrownBy(() -> keys(1))
                        .withMessage(
                                "orders.id is to be filled by Leaf, but 2 applications of this process use Leaf, and"
                                        + " ShardingSphere does not say which one inserts; run them in processes of their own");
                assertThat(second.getBean(IdGenerator.class).nextId("orders")).isEqualTo(1);
            }
            assertThat(keys(1)).containsExactly(4L);
            assertThat(first.getBean(IdGenerator.class).nextId("orders")).isEqualTo(5);
        }
    }
}
