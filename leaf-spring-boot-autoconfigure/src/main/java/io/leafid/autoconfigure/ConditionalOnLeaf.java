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
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when Leaf is not switched off and, if engines are named, each of them is enabled. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(ConditionalOnLeaf.OnLeaf.class)
@interface ConditionalOnLeaf {

    /** Engines that must be enabled. */
    IdEngine[] value() default {};

    /** Returns whether at least one engine must be enabled, whichever it is. */
    boolean anyEngine() default false;

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
            MergedAnnotation<ConditionalOnLeaf> wanted =
                    metadata.getAnnotations().get(ConditionalOnLeaf.class);
            for (IdEngine engine : wanted.getEnumArray("value", IdEngine.class)) {
                if (!environment.uses(engine)) {
                    return ConditionOutcome.noMatch(message.because("leaf." + engine.text() + ".enabled is not true"));
                }
            }
            if (wanted.getBoolean("anyEngine") && !environment.usesAny()) {
                return ConditionOutcome.noMatch(message.because("no engine is enabled"));
            }
            return ConditionOutcome.match(message.because("it is switched on"));
        }
    }
}
