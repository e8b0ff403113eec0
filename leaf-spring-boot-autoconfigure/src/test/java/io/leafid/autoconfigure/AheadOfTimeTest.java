package io.leafid.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.leafid.IdGenerator;
import io.leafid.autoconfigure.jdbc.ChosenDatabase;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.SegmentProperties;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.util.StringUtils;

/** That a context which was worked out at build time, as for a native image, issues ids. */
class AheadOfTimeTest {

    private static final String[] SETTINGS = {
        "spring.datasource.generate-unique-name=true",
        "leaf.segment.enabled=true",
        "leaf.segment.auto-create.enabled=true",
        "leaf.tags[com.foo].max-step=7"
    };

    @Test
    @CompileWithForkedClassLoader
    void contextThatWasWorkedOutAtBuildTimeIssuesIds() {
        TestGenerationContext generation = assertIssuesIds("the DataSource", SETTINGS);

        assertThat(RuntimeHintsPredicates.reflection().onType(SegmentProperties.AutoCreate.class))
                .accepts(generation.getRuntimeHints());
    }

    @Test
    @CompileWithForkedClassLoader
    void contextThatWasWorkedOutAtBuildTimeKnowsItsOwnDatabase() {
        assertIssuesIds("leaf.jdbc", StringUtils.addStringToArray(SETTINGS, "leaf.jdbc.url=jdbc:h2:mem:ahead-of-time"));
    }

    @SuppressWarnings("unchecked") // a generated class is known by its raw interface only
    private static TestGenerationContext assertIssuesIds(String database, String... settings) {
        GenericApplicationContext source = new GenericApplicationContext();
        TestPropertyValues.of(settings).applyTo(source);
        AnnotationConfigUtils.registerAnnotationConfigProcessors(source);
        source.registerBean(DataSourceAutoConfiguration.class);
        source.registerBean(LeafAutoConfiguration.class);
        source.registerBean(LeafSegmentAutoConfiguration.class);
        TestGenerationContext generation = new TestGenerationContext();

        var initializer = new ApplicationContextAotGenerator().processAheadOfTime(source, generation);
        generation.writeGeneratedContent();

        TestCompiler.forSystem().with(generation).compile(compiled -> {
            GenericApplicationContext context = new GenericApplicationContext();
            TestPropertyValues.of(settings).applyTo(context);
            compiled.getInstance(ApplicationContextInitializer.class, initializer.canonicalName())
                    .initialize(context);
            context.refresh();
            assertThat(context.getBean(IdGenerator.class).nextId("order")).isEqualTo(1);
            assertThat(context.getBean(LeafProperties.class).tags()).containsKey("com.foo");
            assertThat(context.getBean(ChosenDatabase.class).settings()).isEqualTo(database);
            context.close();
        });
        return generation;
    }
}
