package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import io.leafid.SnowflakeLayout;
import io.leafid.Tags;
import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.lease.LeaseProvider;
import io.leafid.lease.LeaseStatus;
import io.leafid.lease.LeaseWindow;
import io.leafid.segment.store.SegmentStore;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.snowflake.SnowflakeSettings;
import io.leafid.test.segment.InMemorySegmentStore;
import io.leafid.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;

/** Which engine serves which tag when both are enabled. */
class RoutingIdGeneratorTest {

    private static final int WORKER_ID = 17;

    private static final IdGenerator SEGMENT = new Constant(1);
    private static final IdGenerator SNOWFLAKE = new Constant(2);

    private final RoutingIdGenerator router = new RoutingIdGenerator(
            Map.of("payment", IdEngine.SNOWFLAKE, "order", IdEngine.SEGMENT), IdEngine.SEGMENT, this::engine);

    private IdGenerator engine(IdEngine mode) {
        return (mode == IdEngine.SEGMENT) ? SEGMENT : SNOWFLAKE;
    }

    @Test
    void tagWithModeGoesToItsEngine() {
        assertThat(router.nextId("payment")).isEqualTo(2);
        assertThat(router.nextIds("payment", 2)).containsExactly(2, 2);
        assertThat(router.sequence("payment").next()).isEqualTo(2);
        assertThat(router.nextId("order")).isEqualTo(1);
    }

    @Test
    void tagWithoutModeGoesToTheDefaultEngine() {
        assertThat(router.nextId("customer")).isEqualTo(1);
        assertThat(new RoutingIdGenerator(Map.of(), IdEngine.SNOWFLAKE, this::engine).nextId("customer"))
                .isEqualTo(2);
    }

    @Test
    void illegalTagIsRefusedByTheEngine() {
        assertThatIllegalArgumentException().isThrownBy(() -> router.nextId(" "));
    }

    private static final ApplicationContextRunner BOTH = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LeafAutoConfiguration.class,
                    LeafSegmentAutoConfiguration.class,
                    LeafRoutingAutoConfiguration.class))
            .withUserConfiguration(Engines.class)
            .withPropertyValues(
                    "leaf.segment.enabled=true",
                    "leaf.segment.wait-timeout=60s",
                    "leaf.snowflake.enabled=true",
                    "leaf.tags.payment.mode=snowflake");

    @Test
    void withBothEnginesTheRouterIsInjected() {
        BOTH.run(context -> {
            IdGenerator ids = context.getBean(IdGenerator.class);
            assertThat(ids).isInstanceOf(RoutingIdGenerator.class);
            assertThat(SnowflakeLayout.DEFAULT.unpack(ids.nextId("payment")).workerId())
                    .isEqualTo(WORKER_ID);
            assertThat(ids.nextId("order")).isEqualTo(100);
        });
    }

    @Test
    void defaultModeIsObeyed() {
        BOTH.withPropertyValues("leaf.default-mode=snowflake").run(context -> {
            long id = context.getBean(IdGenerator.class).nextId("order");
            assertThat(SnowflakeLayout.DEFAULT.unpack(id).workerId()).isEqualTo(WORKER_ID);
        });
    }

    @Test
    void userDefinedIdGeneratorWinsOverTheRouter() {
        BOTH.withBean("own", IdGenerator.class, () -> SEGMENT).run(context -> {
            assertThat(context).doesNotHaveBean(RoutingIdGenerator.class);
            assertThat(context.getBean(IdGenerator.class)).isSameAs(SEGMENT);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Engines {

        @Bean
        SegmentStore store() {
            return new InMemorySegmentStore().put("order", 100, 1000);
        }

        @Bean
        @Fallback
        SnowflakeIdGenerator snowflakeIdGenerator() {
            return new SnowflakeIdGenerator(
                    SnowflakeLayout.DEFAULT,
                    SnowflakeSettings.DEFAULT,
                    new EndlessLease(new LeaseWindow(WORKER_ID, 0, Long.MAX_VALUE)),
                    TimeSource.system(),
                    event -> {});
        }
    }

    /** A worker id that no other instance wants. */
    private record EndlessLease(LeaseWindow window) implements LeaseProvider {

        @Override
        public LeaseWindow windowFor(long millis) {
            return window;
        }

        @Override
        public LeaseStatus status() {
            throw new UnsupportedOperationException("is not called");
        }

        @Override
        public void stop(long usedUpToMillis, Duration patience) {}

        @Override
        public void restart() {}

        @Override
        public void close(long usedUpToMillis, Duration patience) {}
    }

    /** An engine that can be recognised by its ids. */
    record Constant(long id) implements IdGenerator, IdSequence {

        @Override
        public long nextId(String tag) {
            Tags.requireLegal(tag);
            return id;
        }

        @Override
        public long[] nextIds(String tag, int count) {
            return next(count);
        }

        @Override
        public IdSequence sequence(String tag) {
            return this;
        }

        @Override
        public String tag() {
            return "any";
        }

        @Override
        public long next() {
            return id;
        }

        @Override
        public long[] next(int count) {
            long[] ids = new long[count];
            Arrays.fill(ids, id);
            return ids;
        }
    }
}
