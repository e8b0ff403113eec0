package io.leafid.autoconfigure.publicid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.publicid.AesPublicIds;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIdKeys;
import io.leafid.publicid.PublicIds;
import io.leafid.publicid.jackson.PublicIdModule;
import io.leafid.publicid.web.PublicIdAdvice;
import io.leafid.publicid.web.PublicIdConverter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

class LeafPublicIdsAutoConfigurationTest {

    private static final String KEY = "57e61a8925dc6c56fff914277968f47b";

    private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
            LeafAutoConfiguration.class, LeafPublicIdsAutoConfiguration.class, JacksonAutoConfiguration.class);

    private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(CONFIGURATIONS);

    record Order(@PublicId("order") long number) {}

    @Test
    void oneKeyIsEnoughAndNeedsNoEngine() {
        runner.withPropertyValues("leaf.public-ids.keys.k1=" + KEY).run(context -> {
            PublicIds publicIds = context.getBean(PublicIds.class);
            assertThat(publicIds.decode("order", publicIds.encode("order", 7))).isEqualTo(7);
            assertThat(context.getBean(JsonMapper.class).writeValueAsString(new Order(7)))
                    .isEqualTo("{\"number\":\"%s\"}".formatted(publicIds.encode("order", 7)));
        });
    }

    @Test
    void keysAreChangedByNamingTheCurrentOne() {
        String other = "b4dd3d74d0902c7887559c2ec0c24bf7";
        PublicIds old = new AesPublicIds(PublicIdKeys.parse("k", Map.of("k", KEY)));
        PublicIds current = new AesPublicIds(PublicIdKeys.parse("k", Map.of("k", other)));
        runner.withPropertyValues(
                        "leaf.public-ids.keys.k1=" + KEY,
                        "leaf.public-ids.keys.k2=" + other,
                        "leaf.public-ids.current=k2")
                .run(context -> {
                    PublicIds publicIds = context.getBean(PublicIds.class);
                    assertThat(publicIds.encode("order", 7)).isEqualTo(current.encode("order", 7));
                    assertThat(publicIds.decode("order", old.encode("order", 7)))
                            .isEqualTo(7);
                });
    }

    @Test
    void withoutKeysThereAreNoPublicIdsAndNoIdLeavesAsANumber() {
        runner.run(context -> {
            assertThat(context).doesNotHaveBean(PublicIds.class);
            JsonMapper mapper = context.getBean(JsonMapper.class);
            assertThatThrownBy(() -> mapper.writeValueAsString(new Order(7)))
                    .hasStackTraceContaining("set leaf.public-ids.keys.<name> to what `openssl rand -hex 32` prints");
        });
    }

    @Test
    void userDefinedKeysWin() {
        runner.withUserConfiguration(OwnKeys.class)
                .withPropertyValues("leaf.public-ids.keys.k1=" + KEY)
                .run(context -> {
                    assertThat(context.getBean(PublicIdKeys.class))
                            .hasToString("PublicIdKeys[current=own, names=[own]]");
                    assertThat(context).hasSingleBean(PublicIds.class);
                });
    }

    @Test
    void userDefinedKeysNeedNoSetting() {
        runner.withUserConfiguration(OwnKeys.class)
                .run(context -> assertThat(context).hasSingleBean(PublicIds.class));
    }

    @Test
    void userDefinedPublicIdsWin() {
        runner.withUserConfiguration(OwnPublicIds.class)
                .withPropertyValues("leaf.public-ids.keys.k1=" + KEY)
                .run(context -> {
                    assertThat(context).doesNotHaveBean(PublicIdKeys.class);
                    assertThat(context.getBean(JsonMapper.class).writeValueAsString(new Order(7)))
                            .isEqualTo("{\"number\":\"order-7\"}");
                });
    }

    @Test
    void switchedOffThereIsNothing() {
        runner.withPropertyValues("leaf.enabled=false", "leaf.public-ids.keys.k1=" + KEY)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(PublicIds.class)
                        .doesNotHaveBean(PublicIdModule.class)
                        .doesNotHaveBean(PublicIdKeys.class));
    }

    @Test
    void withoutJacksonTheModuleBacksOff() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafPublicIdsAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("tools.jackson"))
                .withPropertyValues("leaf.public-ids.keys.k1=" + KEY)
                .run(context ->
                        assertThat(context).hasSingleBean(PublicIds.class).doesNotHaveBean("leafPublicIdModule"));
    }

    @Test
    void withoutActuatorTheSanitizerBacksOff() {
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .withPropertyValues("leaf.public-ids.keys.k1=" + KEY)
                .run(context ->
                        assertThat(context).hasSingleBean(PublicIds.class).doesNotHaveBean("leafPublicIdKeySanitizer"));
    }

    @Test
    void withoutWebTheConvertersBackOff() {
        runner.run(context ->
                assertThat(context).doesNotHaveBean(PublicIdConverter.class).doesNotHaveBean(PublicIdAdvice.class));
        new WebApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .run(context -> assertThat(context)
                        .hasSingleBean(PublicIdConverter.class)
                        .hasSingleBean(PublicIdAdvice.class));
    }

    @Test
    void textOfTheSettingsDoesNotShowTheKeys() {
        runner.withPropertyValues("leaf.public-ids.keys.k1=" + KEY)
                .run(context -> assertThat(context.getBean(PublicIdsProperties.class))
                        .hasToString("PublicIdsProperties[keys=[k1], current=k1]"));
    }

    @Test
    void mapWithoutEntriesCountsAsAbsent() {
        runner.withPropertyValues("leaf.public-ids.keys=")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(PublicIdKeys.class));
    }

    @Test
    void settingsOfPublicIdsAreNoUnknownSettings() {
        runner.withPropertyValues("leaf.public-ids.keys.k1=" + KEY, "leaf.public-ids.current=k1")
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("leaf.public-ids.key.k1=" + KEY)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("leaf.public-ids.key.k1")
                        .satisfies(failure -> assertThat(failure.toString()).doesNotContain(KEY)));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnKeys {

        @Bean
        PublicIdKeys keys() {
            return PublicIdKeys.parse("own", Map.of("own", "ecf26ed7d9a6ce651787f548d62ff1a3"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPublicIds {

        @Bean
        PublicIds publicIds() {
            return new PublicIds() {
                @Override
                public String encode(String tag, long id) {
                    return tag + "-" + id;
                }

                @Override
                public long decode(String tag, String text) {
                    return Long.parseLong(text.substring(tag.length() + 1));
                }
            };
        }
    }
}
