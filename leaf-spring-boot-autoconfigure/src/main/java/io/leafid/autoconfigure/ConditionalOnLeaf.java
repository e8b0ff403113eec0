package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.IdEngine;
import io.leafid.autoconfigure.properties.LeafEnvironment;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when Leaf is not switched off and, if engines are named, each of them is enabled. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(ConditionalOnLeaf.OnLeaf.class)
@interface ConditionalOnLeaf {

    /** Engines that must be enabled. */
    IdEngine[] value() default {};

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
            if (!environment.isEnabled()) {
                return ConditionOutcome.noMatch(message.because("leaf.enabled is false"));
            }
            for (IdEngine engine : wanted(metadata)) {
                if (!environment.uses(engine)) {
                    String reason = "leaf.%s.enabled is not true".formatted(engine.text());
                    return ConditionOutcome.noMatch(message.because(reason));
                }
            }
            return ConditionOutcome.match(message.because("it is switched on"));
        }

        private static IdEngine[] wanted(AnnotatedTypeMetadata metadata) {
            return metadata.getAnnotations().get(ConditionalOnLeaf.class).getEnumArray("value", IdEngine.class);
        }
    }
}
