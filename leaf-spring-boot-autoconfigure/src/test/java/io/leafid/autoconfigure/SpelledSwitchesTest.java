package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.autoconfigure.data.LeafJsonAutoConfiguration;
import io.leafid.data.jackson.LeafIdModule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The binder reads yes, on and 1 as true, so each condition has to: one that does not would leave out what the settings ask for. */
class SpelledSwitchesTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class, LeafJsonAutoConfiguration.class));

    @ParameterizedTest
    @ValueSource(strings = {"true", "yes", "on", "1"})
    void idsLeaveAsTextsAndNoOtherwise(String yes) {
        runner.withPropertyValues("leaf.enabled=" + yes, "leaf.json.ids-as-strings=" + yes)
                .run(context -> assertThat(context).hasSingleBean(LeafIdModule.class));
    }

    /** Nodes with the variable would have worker ids of one namespace, and nodes without it the same ones of another. */
    @Test
    void nameWithAPlaceholderThatNothingReplacesIsNone() {
        runner.withPropertyValues("leaf.name=${MISSING_NAME}")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("leaf.name must be usable as one part of a path"));
    }
}
