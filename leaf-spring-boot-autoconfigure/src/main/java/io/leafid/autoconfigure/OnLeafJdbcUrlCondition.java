package io.leafid.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when Leaf has a database of its own, by {@code leaf.jdbc.url} or its old name. Stateless. */
final class OnLeafJdbcUrlCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("leaf.jdbc.url");
        return new LeafEnvironment(context.getEnvironment()).hasJdbcUrl()
                ? ConditionOutcome.match(message.because("it is set"))
                : ConditionOutcome.noMatch(message.because("it is not set"));
    }
}
