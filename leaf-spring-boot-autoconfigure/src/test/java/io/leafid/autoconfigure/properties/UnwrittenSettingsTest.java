package io.leafid.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;

/** The filter leaves out what nothing is written for, and nothing that the conditions on the classes would let through. */
class UnwrittenSettingsTest {

    private static final String SEGMENTS = "io.leafid.autoconfigure.LeafSegmentAutoConfiguration";

    /** They report a missing generator and missing keys. */
    private static final List<String> ALWAYS_THERE = List.of(
            "io.leafid.autoconfigure.publicid.LeafPublicIdsAutoConfiguration",
            "io.leafid.autoconfigure.data.LeafDataAutoConfiguration");

    /** What switches on whatever can be on together. */
    private static final List<String> EVERYTHING = List.of(
            "leaf.name=shop",
            "leaf.segment.enabled=true",
            "leaf.segment.auto-create.enabled=true",
            "leaf.snowflake.enabled=true",
            "leaf.snowflake.mode=local",
            "leaf.snowflake.local.worker-id=1",
            "leaf.web.enabled=true",
            "leaf.json.ids-as-strings=true");

    @TempDir
    private Path directory;

    @Test
    void eachAutoConfigurationHasAKeyButThoseThatReportWhatIsMissing() {
        assertThat(UnwrittenSettings.KEYS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        imports().filter(name -> !ALWAYS_THERE.contains(name)).toList());
    }

    /** The runner has no filters: what answers are the conditions on the classes. */
    @ParameterizedTest
    @MethodSource("keysOfParts")
    void theConditionsLeaveOutTheSameOnes(String name, List<String> keys) {
        String[] rest = EVERYTHING.stream()
                .filter(setting -> keys.stream().noneMatch(key -> setting.startsWith(key + ".")))
                .toArray(String[]::new);
        Class<?>[] all = Stream.concat(Stream.of(DataSourceAutoConfiguration.class.getName()), imports())
                .map(each -> ClassUtils.resolveClassName(each, null))
                .toArray(Class<?>[]::new);

        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(all))
                .withPropertyValues(rest)
                .withPropertyValues(
                        "leaf.segment.state-directory=" + directory, "leaf.snowflake.state-directory=" + directory)
                .run(context -> assertThat(ConditionEvaluationReport.get(context.getBeanFactory())
                                .getConditionAndOutcomesBySource())
                        .hasEntrySatisfying(
                                name,
                                outcomes -> assertThat(outcomes.isFullMatch()).isFalse()));
    }

    static Stream<Arguments> keysOfParts() {
        return UnwrittenSettings.KEYS.entrySet().stream()
                .filter(entry -> !entry.getValue().contains("leaf"))
                .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest
    @CsvSource({
        "leaf.segment.enabled, true",
        "leaf.segment.enable, true",
        "LEAF.segment.enabled, true",
        "LEAF_SEGMENT_ENABLED, true",
        "leaf.name, false",
        "leaf.snowflake.enabled, false",
        "leafy.segment.enabled, false",
        "server.port, false"
    })
    void oneThatIsWrittenInAnySpellingStays(String property, boolean stays) {
        PropertySource<?> source = property.contains("_")
                ? new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(property, "true"))
                : new MapPropertySource("test", Map.of(property, "true"));

        assertThat(matches(source, new DefaultListableBeanFactory(), "com.example.Other", SEGMENTS))
                .containsExactly(true, stays);
    }

    @Test
    void fileOfSettingsThatIsForgottenIsStillReported() {
        PropertySource<?> source =
                new MapPropertySource("test", Map.of("spring.config.import", "optional:classpath:leaf.properties"));

        assertThat(matches(
                        source,
                        new DefaultListableBeanFactory(),
                        "io.leafid.autoconfigure.LeafStartAutoConfiguration",
                        SEGMENTS))
                .containsExactly(true, false);
    }

    /** As a source of secrets, which tells no names. */
    @Test
    void sourceThatMayHaveItIsBelieved() {
        PropertySource<?> silent = new PropertySource<>("silent", new Object()) {
            @Override
            public @Nullable Object getProperty(String name) {
                return null;
            }
        };

        assertThat(matches(silent, new DefaultListableBeanFactory(), SEGMENTS)).containsExactly(true);
    }

    @Test
    void reportSaysWhatIsNotWritten() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

        matches(new MapPropertySource("test", Map.of("leaf.name", "shop")), beans, SEGMENTS);

        assertThat(ConditionEvaluationReport.get(beans)
                        .getConditionAndOutcomesBySource()
                        .get(SEGMENTS))
                .singleElement()
                .satisfies(each -> assertThat(each.getOutcome().getMessage())
                        .isEqualTo("@ConditionalOnLeaf nothing is set below leaf.segment"));
    }

    private static boolean[] matches(PropertySource<?> source, DefaultListableBeanFactory beans, String... names) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(each -> environment.getPropertySources().remove(each.getName()));
        environment.getPropertySources().addFirst(source);
        UnwrittenSettings filter = new UnwrittenSettings();
        filter.setEnvironment(environment);
        filter.setBeanFactory(beans);
        return filter.match(names, mock(AutoConfigurationMetadata.class));
    }

    private static Stream<String> imports() {
        return ImportCandidates.load(AutoConfiguration.class, null).getCandidates().stream()
                .filter(name -> name.startsWith("io.leafid.autoconfigure."));
    }
}
