package io.leafid.autoconfigure.properties;

import io.leafid.IdGenerator;
import io.leafid.IdSequence;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Says what to set where an {@code IdGenerator} is wanted and there is none. Thread-safe. */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
final class MissingIdGeneratorFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private static final String SEQUENCE = IdSequence.class.getName();

    /** Types that can be injected, and the engines that bring them. */
    private static final Map<String, List<IdEngine>> ENGINES = Map.of(
            IdGenerator.class.getName(),
            List.of(IdEngine.SEGMENT, IdEngine.SNOWFLAKE),
            "io.leafid.segment.SegmentIdGenerator",
            List.of(IdEngine.SEGMENT),
            "io.leafid.snowflake.SnowflakeIdGenerator",
            List.of(IdEngine.SNOWFLAKE));

    private static final String REPLACED =
            " A test that replaces the IdGenerator by a mock takes the engine away: let it"
                    + " replace the type that is wanted here instead.";

    private static final String NOT_APPLIED =
            "Check that the application is annotated with @SpringBootApplication or @EnableAutoConfiguration, and"
                    + " that nothing excludes the classes of io.leafid.autoconfigure. A test of a slice of the"
                    + " application, such as @JsonTest, needs an IdGenerator of its own.";

    private final LeafEnvironment environment;

    MissingIdGeneratorFailureAnalyzer(Environment environment) {
        this.environment = new LeafEnvironment(environment);
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String description) {
        ResolvableType wanted = cause.getResolvableType();
        if (wanted == null || cause.getNumberOfBeansFound() != 0) {
            return null;
        }
        String type = wanted.toClass().getName();
        String failure =
                "%s needs a bean of type %s, but ".formatted((description == null) ? "A component" : description, type);
        if (type.equals(SEQUENCE)) {
            return sequence(failure, cause);
        }
        List<IdEngine> engines = ENGINES.get(type);
        return (engines == null) ? null : missingEngine(failure, engines, cause);
    }

    private static FailureAnalysis sequence(String failure, Throwable cause) {
        return new FailureAnalysis(
                failure + "a sequence belongs to a tag, and nothing says to which.",
                "Inject io.leafid.IdGenerator and call sequence(\"order\") for the ids of tag 'order'.",
                cause);
    }

    private FailureAnalysis missingEngine(String failure, List<IdEngine> engines, Throwable cause) {
        if (!environment.isEnabled()) {
            return new FailureAnalysis(
                    failure + "Leaf is switched off: leaf.enabled is false.", "Remove leaf.enabled=false.", cause);
        }
        if (engines.stream().anyMatch(environment::uses)) {
            return new FailureAnalysis(
                    failure + "the auto-configuration of Leaf, which would make it, has not been applied.",
                    NOT_APPLIED + (engines.size() > 1 ? "" : REPLACED),
                    cause);
        }
        return off(failure, engines, cause);
    }

    private FailureAnalysis off(String failure, List<IdEngine> engines, Throwable cause) {
        boolean isOne = engines.size() == 1;
        String off = isOne ? "its engine is not enabled." : "no engine of Leaf is enabled, and none is by default.";
        String lines = engines.stream()
                .map(MissingIdGeneratorFailureAnalyzer::remedy)
                .collect(Collectors.joining("%n".formatted()));
        String remedy = "%s:%n%n%s".formatted(isOne ? "this" : "one of these", lines);
        return new FailureAnalysis(failure + off, "Set " + remedy, cause);
    }

    private static String remedy(IdEngine engine) {
        return switch (engine) {
            case SEGMENT -> "    leaf.segment.enabled=true      for ids from ranges that are reserved in a database";
            case SNOWFLAKE -> "    leaf.snowflake.enabled=true    for ids made of a timestamp and a worker id";
        };
    }
}
