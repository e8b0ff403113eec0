package io.leafid.autoconfigure;

import io.leafid.autoconfigure.properties.LeafEnvironment;
import io.leafid.autoconfigure.properties.WorkerIdMode;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Binds the mode instead of comparing texts, so that every spelling that the enum accepts counts. Stateless.
 *
 * @see ConditionalOnWorkerIdMode
 */
final class OnWorkerIdModeCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        WorkerIdMode mode = new LeafEnvironment(context.getEnvironment())
                .properties()
                .snowflake()
                .mode();
        WorkerIdMode[] wanted = metadata.getAnnotations()
                .get(ConditionalOnWorkerIdMode.class)
                .getEnumArray("value", WorkerIdMode.class);
        ConditionMessage message = ConditionMessage.forCondition(ConditionalOnWorkerIdMode.class)
                .because("leaf.snowflake.mode is " + mode);
        return new ConditionOutcome(List.of(wanted).contains(mode), message);
    }
}
