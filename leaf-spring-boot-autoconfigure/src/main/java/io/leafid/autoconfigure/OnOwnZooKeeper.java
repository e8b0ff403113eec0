package io.leafid.autoconfigure;

import org.apache.curator.framework.CuratorFramework;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when the application has marked no client of ZooKeeper, so that Leaf makes one of its own. Stateless. */
final class OnOwnZooKeeper extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Leaf's own client of ZooKeeper");
        return MarkedBeans.exist(context.getBeanFactory(), CuratorFramework.class, LeafZooKeeper.class)
                ? ConditionOutcome.noMatch(
                        message.because("the application has a CuratorFramework with @LeafZooKeeper"))
                : ConditionOutcome.match(message.because("no CuratorFramework carries @LeafZooKeeper"));
    }
}
