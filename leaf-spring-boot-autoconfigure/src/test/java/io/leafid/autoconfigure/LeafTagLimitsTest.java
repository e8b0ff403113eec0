package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.leafid.IdSequence;
import io.leafid.RateExceededException;
import io.leafid.TagDisabledException;
import io.leafid.TagLimit;
import io.leafid.TagLimits;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.test.segment.InMemorySegmentStore;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Limits of tags from the settings, from a refresh of the environment and from the bean. */
@ExtendWith(OutputCaptureExtension.class)
class LeafTagLimitsTest {

    private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class, LeafSegmentAutoConfiguration.class))
            .withBean(
                    SegmentStore.class,
                    () -> new InMemorySegmentStore()
                            .put("order", 1, 1000)
                            .put("com.foo.bar", 1, 1000)
                            .put("other", 1, 1000))
            .withPropertyValues("leaf.segment.enabled=true", "leaf.segment.wait-timeout=60s");

    @Test
    void settingsHoldFromTheFirstCallOn() {
        RUNNER.withPropertyValues("leaf.tags.order.max-rate=5", "leaf.tags[com.foo.bar].enabled=false")
                .run(context -> {
                    SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
                    assertThat(ids.nextIds("order", 5)).hasSize(5);
                    // what is used up is there again a second later
                    await().untilAsserted(() -> assertThatExceptionOfType(RateExceededException.class)
                            .isThrownBy(() -> ids.nextIds("order", 5)));
                    assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> ids.nextId("com.foo.bar"));
                    assertThat(ids.nextId("other")).isPositive();
                    assertThat(context.getBean(TagLimits.class).of("order")).isEqualTo(new TagLimit(true, 5L));
                });
    }

    @Test
    void refreshOfTheEnvironmentChangesThem() {
        RUNNER.withPropertyValues("leaf.tags.order.max-rate=5").run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            IdSequence other = ids.sequence("other");
            refresh(context, Map.of("leaf.tags.other.enabled", "false", "leaf.tags.order.max-rate", "1000"));

            assertThat(ids.nextIds("order", 1_000)).hasSize(1_000);
            assertThatExceptionOfType(TagDisabledException.class).isThrownBy(other::next);

            refresh(context, Map.of("leaf.tags.other.enabled", "true"));
            assertThat(other.next()).isPositive();
        });
    }

    @Test
    void refreshThatChangesNothingOfATagLeavesWhatTheBeanHasSet() {
        RUNNER.run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            context.getBean(TagLimits.class).set("other", new TagLimit(false, null));
            refresh(context, Map.of("leaf.tags.order.max-rate", "1000"));

            assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> ids.nextId("other"));
        });
    }

    @Test
    void refreshThatCannotBeReadChangesNothingAndSaysSo(CapturedOutput output) {
        RUNNER.withPropertyValues("leaf.tags.order.enabled=false").run(context -> {
            SegmentIdGenerator ids = context.getBean(SegmentIdGenerator.class);
            refresh(context, Map.of("leaf.tags.order.enabled", "true", "leaf.tags.other.max-rate", "0"));

            assertThatExceptionOfType(TagDisabledException.class).isThrownBy(() -> ids.nextId("order"));
            assertThat(output)
                    .contains("limits of tags stay as they are", "max rate must be from 1 to 1000000000, but is 0");
        });
    }

    @Test
    void beanOfTheApplicationWins() {
        TagLimits own = new TagLimits() {

            @Override
            public TagLimit of(String tag) {
                return TagLimit.NONE;
            }

            @Override
            public void set(String tag, TagLimit limit) {}
        };
        RUNNER.withBean(TagLimits.class, () -> own)
                .run(context -> assertThat(context.getBean(TagLimits.class)).isSameAs(own));
    }

    @Test
    void illegalTagIsRefused() {
        RUNNER.run(context -> assertThatIllegalArgumentException()
                .isThrownBy(() -> context.getBean(TagLimits.class).set(" x", TagLimit.NONE)));
    }

    /** What Spring Cloud does: changes the environment, then tells which keys have changed. */
    private static void refresh(ConfigurableApplicationContext context, Map<String, Object> changed) {
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("refreshed", changed));
        context.publishEvent(new EnvironmentChangeEvent(Set.copyOf(changed.keySet())));
    }
}
