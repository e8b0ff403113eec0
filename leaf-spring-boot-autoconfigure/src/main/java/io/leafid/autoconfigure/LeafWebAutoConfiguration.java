package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.actuate.LeafEndpoint;
import io.leafid.actuate.LeafView;
import io.leafid.autoconfigure.properties.LeafProperties;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.autoconfigure.properties.WebProperties;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.time.LeafThreads;
import io.leafid.web.LeafRouterFunction;
import io.leafid.web.LeafRoutes;
import io.leafid.web.LeafServletRegistration;
import io.leafid.web.TomcatPathCustomizer;
import io.leafid.web.WebSettings;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of ids over HTTP and the live page, for applications with a web server that ask for it. */
@AutoConfiguration(after = {LeafRoutingAutoConfiguration.class, LeafActuatorAutoConfiguration.class})
@ConditionalOnLeaf
@ConditionalOnBooleanProperty("leaf.web.enabled")
@ConditionalOnWebApplication
@ConditionalOnBean(IdGenerator.class)
public final class LeafWebAutoConfiguration {

    private static final String API = "leafApiRoutes";
    private static final String PAGE = "leafPageRoutes";

    @Bean(name = API, defaultCandidate = false)
    LeafRoutes leafApiRoutes(
            LeafProperties properties,
            ObjectProvider<IdGenerator> generator,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SnowflakeIdGenerator> snowflake) {
        Supplier<IdGenerator> routed = SingletonSupplier.of(generator::getObject);
        return LeafRoutes.api(
                settings(properties),
                tag -> engine(routed.get(), tag),
                SingletonSupplier.ofNullable(segment::getIfAvailable),
                SingletonSupplier.ofNullable(snowflake::getIfAvailable));
    }

    private static WebSettings settings(LeafProperties properties) {
        WebProperties web = properties.web();
        return new WebSettings(
                web.basePath(), web.maxWaiting(), web.maxCount(), web.autoCreate(), web.allowCrossSite());
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
        @Conditional(OnLivePageCondition.class)
        LeafRoutes leafPageRoutes(LeafProperties properties, ObjectProvider<LeafView> view) {
            Supplier<LeafEndpoint> state = SingletonSupplier.of(() -> new LeafEndpoint(view.getObject()));
            return LeafRoutes.page(settings(properties), tags -> state.get().describe(tags));
        }
    }

    /** The routes as servlets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class ServletConfiguration {

        @Bean
        LeafServletRegistration leafServlets(
                @Qualifier(API) LeafRoutes api, @Qualifier(PAGE) ObjectProvider<LeafRoutes> page) {
            return new LeafServletRegistration(api.and(page.getIfAvailable()), ServletConfiguration::taken);
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

    /** What Tomcat needs so that a tag may contain any character. */
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
            return LeafThreads.readyPool("leaf-web", properties.web().maxWaiting() + NOT_WAITING);
        }

        @Bean
        LeafRouterFunction leafRouterFunction(
                @Qualifier(API) LeafRoutes api,
                @Qualifier(PAGE) ObjectProvider<LeafRoutes> page,
                @Qualifier(THREADS) ExecutorService threads) {
            return new LeafRouterFunction(api.and(page.getIfAvailable()), threads);
        }
    }
}
