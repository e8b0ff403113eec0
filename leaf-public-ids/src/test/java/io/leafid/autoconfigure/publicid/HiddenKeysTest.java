package io.leafid.autoconfigure.publicid;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.actuate.env.EnvironmentEndpoint.EnvironmentDescriptor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** That no endpoint shows a key, where an operator has told all of them to show everything. */
class HiddenKeysTest {

    private static final String FIRST = "57e61a8925dc6c56fff914277968f47b";
    private static final String SECOND = "W+oPsAyKq0T4SkDvDxU9y5eFlRNmyi4cVMYl4QSb8tM=";

    @Test
    void environmentShowsAllButTheKeys() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LeafAutoConfiguration.class, LeafPublicIdsAutoConfiguration.class))
                .withPropertyValues(
                        "MY_VAULT_ENTRY=" + FIRST,
                        "leaf.public-ids.keys.k1=${MY_VAULT_ENTRY}",
                        "leaf.publicIds.keys[k2]=" + SECOND,
                        "leaf.publicIds.current=k1")
                .run(context -> {
                    SanitizingFunction hidden = context.getBean(SanitizingFunction.class);
                    EnvironmentDescriptor shown = new EnvironmentEndpoint(
                                    context.getEnvironment(), List.of(hidden), Show.ALWAYS)
                            .environment(null);
                    List<String> values = shown.getPropertySources().stream()
                            .flatMap(source -> source.getProperties().values().stream())
                            .map(value -> String.valueOf(value.getValue()))
                            .toList();
                    assertThat(values).contains("k1").noneMatch(each -> each.contains(FIRST) || each.contains(SECOND));
                });
    }

    /** A key is read without the space around it, which a block in YAML leaves there. */
    @Test
    void sourceOfAKeyWithSpaceAroundItIsHidden() {
        SanitizableData data = new SanitizableData(null, "MY_VAULT_ENTRY", FIRST);

        assertThat(new PublicIdKeySanitizer(List.of(" " + FIRST + "\n"))
                        .apply(data)
                        .getValue())
                .isEqualTo(SanitizableData.SANITIZED_VALUE);
    }
}
