package io.leafid.autoconfigure;

import io.leafid.actuate.LeafEndpoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.PropertiesEndpointAccessResolver;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.IncludeExcludeEndpointFilter;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches where the live page is served: where it is asked for ({@code leaf.web.dashboard}), else where the endpoint, whose
 * state it shows, is exposed on the application's own port; never where the endpoint's access is none.
 */
final class OnLivePageCondition extends SpringBootCondition implements ConfigurationCondition {

    private static final Logger logger = LoggerFactory.getLogger(OnLivePageCondition.class);

    private static final String DASHBOARD = "leaf.web.dashboard";

    private static final EndpointId ENDPOINT = EndpointId.of(LeafEndpoint.ID);

    /** Once, so that the warning is given once. */
    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        ConditionMessage.Builder message = ConditionMessage.forCondition("Live page of Leaf");
        Boolean isAskedFor = setting(environment);
        if (Boolean.FALSE.equals(isAskedFor)) {
            return ConditionOutcome.noMatch(message.because(DASHBOARD + " is false"));
        }
        if (accessTo(environment) == Access.NONE) {
            warnIf(isAskedFor);
            return ConditionOutcome.noMatch(message.because("the access to the endpoint is none"));
        }
        if (Boolean.TRUE.equals(isAskedFor)) {
            return ConditionOutcome.match(message.because(DASHBOARD + " is true"));
        }
        return isExposedBeside(environment)
                ? ConditionOutcome.match(message.because("the endpoint is exposed"))
                : ConditionOutcome.noMatch(message.because("the endpoint is not exposed on this port"));
    }

    /** What is set; nothing if it cannot be read, which the check of all properties explains. */
    private static @Nullable Boolean setting(Environment environment) {
        try {
            return environment.getProperty(DASHBOARD, Boolean.class);
        } catch (ConversionException ex) {
            return null;
        }
    }

    private static Access accessTo(Environment environment) {
        return new PropertiesEndpointAccessResolver(environment).accessFor(ENDPOINT, Access.UNRESTRICTED);
    }

    private static boolean isExposedBeside(Environment environment) {
        boolean isExposed = new IncludeExcludeEndpointFilter<>(
                        ExposableWebEndpoint.class,
                        environment,
                        "management.endpoints.web.exposure",
                        EndpointExposure.WEB.getDefaultIncludes())
                .match(ENDPOINT);
        return isExposed && ManagementPortType.get(environment) == ManagementPortType.SAME;
    }

    private static void warnIf(@Nullable Boolean isAskedFor) {
        if (Boolean.TRUE.equals(isAskedFor)) {
            logger.warn(
                    "{}=true has no effect: the live page shows what the endpoint shows, and the access to the endpoint"
                            + " is none (management.endpoint.leaf.access)",
                    DASHBOARD);
        }
    }
}
