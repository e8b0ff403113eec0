package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.TextIds;
import io.leafid.actuate.LeafEndpoint;
import io.leafid.actuate.LeafView;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.WebProperties;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.segment.store.SegmentStore;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.time.LeafThreads;
import io.leafid.web.LeafRouterFunction;
import io.leafid.web.LeafRoutes;
import io.leafid.web.LeafServletRegistration;
import io.leafid.web.WaitingPlaces;
import io.leafid.web.route.TomcatPathCustomizer;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.PropertiesEndpointAccessResolver;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.IncludeExcludeEndpointFilter;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.ExposableWebEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of ids over HTTP and the live page, for applications with a web server that ask for it. */
@AutoConfiguration(after = {LeafRoutingAutoConfiguration.class, LeafActuatorAutoConfiguration.class})
@ConditionalOnLeaf(flag = "leaf.web.enabled")
@ConditionalOnWebApplication
@ConditionalOnBean(IdGenerator.class)
public final class LeafWebAutoConfiguration {

    private static final String API = "leafApiRoutes";
    private static final String PAGE = "leafPageRoutes";
    private static final String SEGMENTS = "leafSegmentRoutes";
    private static final String PLACES = "leafWebPlaces";

    @Bean(name = PLACES, defaultCandidate = false)
    WaitingPlaces leafWebPlaces(LeafProperties properties) {
        return new WaitingPlaces(properties.web().maxWaiting());
    }

    @Bean(name = API, defaultCandidate = false)
    LeafRoutes leafApiRoutes(
            LeafProperties properties,
            @Qualifier(PLACES) WaitingPlaces places,
            ObjectProvider<IdGenerator> generator,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SnowflakeIdGenerator> snowflake,
            ObjectProvider<TextIds> texts) {
        Supplier<IdGenerator> routed = SingletonSupplier.of(generator::getObject);
        return LeafRoutes.api(
                properties.web().settings(),
                places,
                tag -> engine(routed.get(), tag),
                SingletonSupplier.ofNullable(segment::getIfAvailable),
                SingletonSupplier.ofNullable(snowflake::getIfAvailable),
                SingletonSupplier.ofNullable(texts::getIfAvailable));
    }

    /** The route of an id service, only where it is asked for. */
    @Bean(name = SEGMENTS, defaultCandidate = false)
    @ConditionalOnLeaf(flag = "leaf.web.segments.enabled")
    LeafRoutes leafSegmentRoutes(
            LeafProperties properties,
            @Qualifier(PLACES) WaitingPlaces places,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SegmentStore> store) {
        WebProperties web = properties.web();
        return LeafRoutes.segments(
                web.settings(),
                places,
                web.segments().maxAmount(),
                web.segments().create(),
                SingletonSupplier.ofNullable(segment::getIfAvailable),
                SingletonSupplier.ofNullable(store::getIfAvailable));
    }

    /** The engine itself where one is known, so that what it has reserved can be seen. */
    private static IdGenerator engine(IdGenerator generator, String tag) {
        return (generator instanceof RoutingIdGenerator routing) ? routing.engine(tag) : generator;
    }

    /** The live page, which shows what the endpoint shows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
                "org.springframework.boot.actuate.autoconfigure.endpoint.PropertiesEndpointAccessResolver"
            })
    static class PageConfiguration {

        @Bean(name = PAGE, defaultCandidate = false)
        @Conditional(OnLivePage.class)
        LeafRoutes leafPageRoutes(LeafProperties properties, ObjectProvider<LeafView> view) {
            Supplier<LeafEndpoint> state = SingletonSupplier.of(() -> new LeafEndpoint(view.getObject()));
            return LeafRoutes.page(
                    properties.web().settings(), tags -> state.get().describe(tags));
        }
    }

    /** The routes as servlets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class ServletConfiguration {

        @Bean
        LeafServletRegistration leafServlets(
                @Qualifier(API) LeafRoutes api,
                @Qualifier(PAGE) ObjectProvider<LeafRoutes> page,
                @Qualifier(SEGMENTS) ObjectProvider<LeafRoutes> segments) {
            LeafRoutes all = api.and(page.getIfAvailable()).and(segments.getIfAvailable());
            return new LeafServletRegistration(all, ServletConfiguration::taken);
        }

        private static LeafStartException taken(String pattern) {
            return new LeafStartException(
                    "Leaf cannot serve %s: another servlet of this application has that path.".formatted(pattern),
                    "Set leaf.web.base-path=/ids, for example: all paths of Leaf begin with it then. Or leave out what you"
                            + " do not need: leaf.web.dashboard=false takes the live page away, leaf.web.enabled=false"
                            + " everything.",
                    null);
        }
    }

    /** The settings of Tomcat with which a tag may contain any character. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(name = "org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory")
    static class TomcatConfiguration {

        @Bean
        TomcatPathCustomizer leafTomcatPaths() {
            return new TomcatPathCustomizer();
        }
    }

    /** The routes as a router function, with threads of their own: an event loop must not wait for ids. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass(name = "org.springframework.web.reactive.function.server.RouterFunction")
    static class ReactiveConfiguration {

        private static final String THREADS = "leafWebThreads";

        /** Threads beyond those that may wait, for requests that need not. */
        private static final int NOT_WAITING = 8;

        @Bean(name = THREADS, destroyMethod = "shutdownNow", defaultCandidate = false)
        ExecutorService leafWebThreads(LeafProperties properties) {
            return LeafThreads.pool("leaf-web", properties.web().maxWaiting() + NOT_WAITING);
        }

        @Bean
        LeafRouterFunction leafRouterFunction(
                @Qualifier(API) LeafRoutes api,
                @Qualifier(PAGE) ObjectProvider<LeafRoutes> page,
                @Qualifier(SEGMENTS) ObjectProvider<LeafRoutes> segments,
                @Qualifier(THREADS) ExecutorService threads) {
            LeafRoutes all = api.and(page.getIfAvailable()).and(segments.getIfAvailable());
            return new LeafRouterFunction(all, threads);
        }
    }

    /**
     * Matches where the live page is served: where it is asked for ({@code leaf.web.dashboard}), else where the endpoint, whose
     * state it shows, is exposed on the application's own port; never where the endpoint's access is none.
     */
    static final class OnLivePage extends SpringBootCondition implements ConfigurationCondition {

        private static final Logger logger = LoggerFactory.getLogger(OnLivePage.class);

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
            return Boolean.TRUE.equals(isAskedFor)
                    ? ConditionOutcome.match(message.because(DASHBOARD + " is true"))
                    : ofExposure(environment, message);
        }

        private static ConditionOutcome ofExposure(Environment environment, ConditionMessage.Builder message) {
            return isExposedBeside(environment)
                    ? ConditionOutcome.match(message.because("the endpoint is exposed"))
                    : ConditionOutcome.noMatch(message.because("the endpoint is not exposed on this port"));
        }

        /** The setting; nothing if it cannot be read, which the check of all properties explains. */
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
}
