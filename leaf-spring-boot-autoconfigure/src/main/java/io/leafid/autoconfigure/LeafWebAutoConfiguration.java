package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.TextIds;
import io.leafid.actuate.LeafEndpoint;
import io.leafid.actuate.LeafView;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.WebProperties;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.web.AdmittingInterceptor;
import io.leafid.web.BlockingHandlerAdapter;
import io.leafid.web.Engines;
import io.leafid.web.IdController;
import io.leafid.web.PageController;
import io.leafid.web.SnowflakeController;
import io.leafid.web.WaitLimit;
import io.leafid.web.WaitingPlaces;
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
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.handler.MappedInterceptor;
import tools.jackson.databind.json.JsonMapper;

/** Auto-configuration of ids over HTTP and the live page, for applications with a web server that ask for it. */
@AutoConfiguration(after = {LeafRoutingAutoConfiguration.class, LeafActuatorAutoConfiguration.class})
@ConditionalOnLeaf(flag = "leaf.web.enabled")
@ConditionalOnWebApplication
@ConditionalOnClass({RestController.class, JsonMapper.class})
@ConditionalOnBean(IdGenerator.class)
public final class LeafWebAutoConfiguration {

    @Bean(defaultCandidate = false)
    WaitingPlaces leafWebPlaces(LeafProperties properties) {
        return new WaitingPlaces(properties.web().maxWaiting());
    }

    /** Looked up when a request needs one: a server starts before most beans are made. */
    @Bean(defaultCandidate = false)
    Engines leafWebEngines(
            ObjectProvider<IdGenerator> generator,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SnowflakeIdGenerator> snowflake,
            ObjectProvider<TextIds> texts) {
        Supplier<IdGenerator> routed = SingletonSupplier.of(generator::getObject);
        return new Engines(
                tag -> engine(routed.get(), tag),
                SingletonSupplier.ofNullable(segment::getIfAvailable),
                SingletonSupplier.ofNullable(snowflake::getIfAvailable),
                SingletonSupplier.ofNullable(texts::getIfAvailable));
    }

    /** The engine itself where one is known, so that what it has reserved can be seen. */
    private static IdGenerator engine(IdGenerator generator, String tag) {
        return (generator instanceof RoutingIdGenerator routing) ? routing.engine(tag) : generator;
    }

    @Bean
    IdController leafIdController(
            LeafProperties properties,
            @Qualifier("leafWebEngines") Engines engines,
            @Qualifier("leafWebPlaces") WaitingPlaces places) {
        WebProperties web = properties.web();
        return new IdController(engines, new WaitLimit(places, web.autoCreate()), web.maxCount(), web.allowCrossSite());
    }

    @Bean
    SnowflakeController leafSnowflakeController(
            LeafProperties properties, @Qualifier("leafWebEngines") Engines engines) {
        return new SnowflakeController(engines, properties.web().allowCrossSite());
    }

    /** The live page, which shows what the endpoint shows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.boot.actuate.endpoint.annotation.Endpoint",
                "org.springframework.boot.actuate.autoconfigure.endpoint.PropertiesEndpointAccessResolver"
            })
    static class PageConfiguration {

        @Bean
        @Conditional(OnLivePage.class)
        PageController leafPageController(LeafProperties properties, ObjectProvider<LeafView> view) {
            Supplier<LeafEndpoint> state = SingletonSupplier.of(() -> new LeafEndpoint(view.getObject()));
            return new PageController(
                    tags -> state.get().describe(tags), properties.web().allowCrossSite());
        }
    }

    /** What admits requests in Spring MVC; found in any configuration of it, also in one that takes no configurers. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(name = "org.springframework.web.servlet.HandlerInterceptor")
    static class ServletConfiguration {

        @Bean
        MappedInterceptor leafAdmittingInterceptor() {
            return new MappedInterceptor(null, new AdmittingInterceptor());
        }
    }

    /** Threads for the controllers in WebFlux: an event loop must not wait for ids. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass(name = "org.springframework.web.reactive.HandlerAdapter")
    static class ReactiveConfiguration {

        /** Threads beyond those that may wait, for requests that need not. */
        private static final int NOT_WAITING = 8;

        @Bean(defaultCandidate = false)
        ThreadPoolTaskExecutor leafWebThreads(LeafProperties properties) {
            ThreadPoolTaskExecutor threads = new ThreadPoolTaskExecutor();
            threads.setThreadNamePrefix("leaf-web-");
            threads.setCorePoolSize(properties.web().maxWaiting() + NOT_WAITING);
            threads.setAllowCoreThreadTimeOut(true);
            threads.setDaemon(true);
            return threads;
        }

        @Bean
        BlockingHandlerAdapter leafHandlerAdapter(
                ConfigurableApplicationContext context,
                ServerCodecConfigurer codecs,
                @Qualifier("leafWebThreads") ThreadPoolTaskExecutor threads)
                throws Exception {
            return new BlockingHandlerAdapter(context, codecs, threads);
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
