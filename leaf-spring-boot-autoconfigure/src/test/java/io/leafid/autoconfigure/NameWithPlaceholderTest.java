package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A placeholder that nothing replaces is no name. */
class NameWithPlaceholderTest {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LeafAutoConfiguration.class));

    /** Nodes with the variable would have worker ids of one namespace, and nodes without it the same ones of another. */
    @Test
    void nameWithAPlaceholderThatNothingReplacesIsNone() {
        runner.withPropertyValues("leaf.name=${MISSING_NAME}")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("leaf.name must be usable as one part of a path"));
    }
}
