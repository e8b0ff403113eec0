package io.leafid.autoconfigure.properties;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when Leaf is not switched off and, if engines or lists are named, each engine is enabled and each list is as it should be. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(ConditionalOnLeaf.OnLeaf.class)
public @interface ConditionalOnLeaf {

    /** Engines that must be enabled. */
    IdEngine[] value() default {};

    /** Returns whether at least one engine must be enabled, whichever it is. */
    boolean anyEngine() default false;

    /** Switch that must be on. */
    String flag() default "";

    /** List in the settings that must have entries. */
    String list() default "";

    /** Lists in the settings that must have none. */
    String[] noList() default {};

    /** Map in the settings that must have entries. */
    String map() default "";

    /** Whether the worker id must come from nodes or rows that originals use too. */
    boolean sharedWorkerIds() default false;

    /**
     * Binds the switches instead of comparing texts, so that old names and every spelling count. Stateless.
     *
     * @see ConditionalOnLeaf
     */
    final class OnLeaf extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnLeaf.class);
            LeafEnvironment environment = new LeafEnvironment(context.getEnvironment());
            MergedAnnotation<ConditionalOnLeaf> wanted =
                    metadata.getAnnotations().get(ConditionalOnLeaf.class);
            String obstacle = environment.isEnabled() ? obstacle(wanted, environment) : "leaf.enabled is false";
            return (obstacle == null)
                    ? ConditionOutcome.match(message.because("it is switched on"))
                    : ConditionOutcome.noMatch(message.because(obstacle));
        }

        private static @Nullable String obstacle(
                MergedAnnotation<ConditionalOnLeaf> wanted, LeafEnvironment environment) {
            for (IdEngine engine : wanted.getEnumArray("value", IdEngine.class)) {
                if (!environment.uses(engine)) {
                    return "leaf." + engine.text() + ".enabled is not true";
                }
            }
            if (wanted.getBoolean("anyEngine") && !environment.usesAny()) {
                return "no engine is enabled";
            }
            String list = wanted.getString("list");
            String map = wanted.getString("map");
            if ((!list.isEmpty() && !environment.hasList(list)) || (!map.isEmpty() && !environment.hasMap(map))) {
                return list + map + " is not set";
            }
            for (String noList : wanted.getStringArray("noList")) {
                if (environment.hasList(noList)) {
                    return noList + " is set";
                }
            }
            return obstacleOfUse(wanted, environment);
        }

        private static @Nullable String obstacleOfUse(
                MergedAnnotation<ConditionalOnLeaf> wanted, LeafEnvironment environment) {
            String flag = wanted.getString("flag");
            if (!flag.isEmpty() && !environment.isOn(flag)) {
                return flag + " is not true";
            }
            return (wanted.getBoolean("sharedWorkerIds") && !environment.sharesWorkerIds())
                    ? "worker ids are not shared with originals"
                    : null;
        }
    }
}
