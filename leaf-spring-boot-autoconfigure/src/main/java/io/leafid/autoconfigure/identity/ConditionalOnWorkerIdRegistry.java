package io.leafid.autoconfigure.identity;

import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.WorkerIdMode;
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

/** Matches when the mode of this instance uses the registry named and the registry's library is on the class path. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(ConditionalOnWorkerIdRegistry.OnRegistry.class)
public @interface ConditionalOnWorkerIdRegistry {

    /** The registry. */
    WorkerIdMode.Registry value();

    /** Binds the mode instead of comparing texts, so that every spelling that the enum accepts counts. Stateless. */
    final class OnRegistry extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            WorkerIdMode mode = new LeafEnvironment(context.getEnvironment()).workerIdMode();
            WorkerIdMode.Registry wanted = metadata.getAnnotations()
                    .get(ConditionalOnWorkerIdRegistry.class)
                    .getEnum("value", WorkerIdMode.Registry.class);
            ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnWorkerIdRegistry.class);
            if (mode.registry() != wanted) {
                return ConditionOutcome.noMatch(message.because("leaf.snowflake.mode is " + mode.text()));
            }
            return wanted.isUsable(context.getClassLoader())
                    ? ConditionOutcome.match(message.because("leaf.snowflake.mode is " + mode.text()))
                    : ConditionOutcome.noMatch(message.didNotFind("library").items(wanted.library()));
        }
    }
}
