package io.leafid.autoconfigure.publicid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What a user reads when public ids cannot be made; no text shows a key. */
class PublicIdFailuresTest {

    private static final String KEY = "57e61a8925dc6c56fff914277968f47b";

    private static final AutoConfigurations CONFIGURATIONS =
            AutoConfigurations.of(LeafAutoConfiguration.class, LeafPublicIdsAutoConfiguration.class);

    private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(CONFIGURATIONS);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "keys.k1=c0ffee00|key 'k1' is not 16 or 32 bytes in hex or base64: it has 8 characters",
                "keys.k1=00000000000000000000000000000000|key 'k1' is a text or a pattern, so it is not random",
                "keys.k1=2b7e151628aed2a6abf7158809cf4f3c|key 'k1' is the one of an example, which everyone knows",
                "keys.k1=${NOT_SET}|leaf.public-ids.keys.k1 has no value: ${NOT_SET}",
                "keys.k1=#,keys.k2=b4dd3d74d0902c7887559c2ec0c24bf7|leaf.public-ids.current must be set, since there are several keys: k1, k2",
                "keys.k1=#,current=k2|leaf.public-ids.current=k2 is none of the keys: k1",
                "current=k2|leaf.public-ids.current=k2 is none of the keys: ",
                "keys.k1=#,keys.k2=#,current=k2|are the same",
                "keys[0]=#|leaf.public-ids.keys is a list, and each key needs a name that stays, such as keys.k2026",
                "keys=#|No converter found",
            })
    void settingIsRefusedWithTheReasonAndWithoutTheKey(String settings, String reason) {
        runner.withPropertyValues(settings.replace("#", KEY)
                        .replaceAll("(^|,)", "$1leaf.public-ids.")
                        .split(","))
                .run(context -> {
                    FailureAnalysis analysis = new PublicIdsPropertiesFailureAnalyzer()
                            .analyze(Objects.requireNonNull(context.getStartupFailure()));
                    assertThat(analysis).isNotNull();
                    assertThat(analysis.getDescription())
                            .startsWith("Leaf cannot make public ids with these settings, leaf.public-ids")
                            .contains(reason)
                            .doesNotContain(KEY, "c0ffee00");
                });
    }

    @Test
    void publicIdsAreWantedAndThereIsNoKey() {
        runner.withUserConfiguration(WantsPublicIds.class)
                .run(context -> assertThat(new MissingPublicIdsFailureAnalyzer()
                                .analyze(Objects.requireNonNull(context.getStartupFailure())))
                        .isNotNull()
                        .satisfies(analysis -> assertThat(analysis.getAction())
                                .contains("Set leaf.public-ids.keys.<name>", "io.leafid.publicid.PublicIdKeys")));
    }

    @Test
    void annotationIsWhereTheNumberWouldPass() {
        new WebApplicationContextRunner()
                .withConfiguration(CONFIGURATIONS)
                .withConfiguration(AutoConfigurations.of(WebMvcAutoConfiguration.class))
                .withUserConfiguration(Shop.class)
                .withPropertyValues("leaf.public-ids.keys.k1=" + KEY)
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining(
                                "PublicIdFailuresTest$Shop#customer[1 args] has @PublicId, but its type is int."));
    }

    @RestController
    static class Shop {

        @GetMapping("/customers/{number}")
        String customer(@PathVariable("number") @PublicId("customer") int number) {
            return String.valueOf(number);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WantsPublicIds {

        @Bean
        String orders(PublicIds publicIds) {
            return publicIds.encode("order", 1);
        }
    }
}
