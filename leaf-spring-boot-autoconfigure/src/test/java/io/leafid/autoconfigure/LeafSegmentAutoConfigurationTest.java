package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.segment.SegmentIdGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Segment ids in an application that has a database. */
class LeafSegmentAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafRoutingAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.generate-unique-name=true",
                    "leaf.segment.enabled=true",
                    "leaf.segment.auto-create.enabled=true");

    @Test
    void theOnlyEngineIsTheIdGenerator() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(IdGenerator.class).hasSingleBean(SegmentIdGenerator.class);
            IdGenerator ids = context.getBean(IdGenerator.class);
            assertThat(ids.nextId("order")).isEqualTo(1);
            assertThat(ids.nextId("order")).isEqualTo(2);
        });
    }
}
