package io.leafid.autoconfigure.publicid;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where keys of public ids are configured. Stateless. */
final class OnPublicIdKeys extends SpringBootCondition {

    private static final String KEYS = "leaf.public-ids.keys";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Keys of public ids");
        return areSet(context)
                ? ConditionOutcome.match(message.because(KEYS + " is set"))
                : ConditionOutcome.noMatch(message.because(KEYS + " is not set"));
    }

    /** A value that cannot be bound is explained by the check of all properties. */
    private static boolean areSet(ConditionContext context) {
        try {
            return Binder.get(context.getEnvironment())
                    .bind(KEYS, Bindable.mapOf(String.class, String.class))
                    .isBound();
        } catch (BindException ex) {
            return false;
        }
    }
}
