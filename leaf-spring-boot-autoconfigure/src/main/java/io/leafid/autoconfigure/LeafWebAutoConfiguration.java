package io.leafid.autoconfigure;

import io.leafid.IdGenerator;
import io.leafid.actuate.LeafEndpoint;
import io.leafid.actuate.SnowflakeView;
import io.leafid.segment.SegmentIdGenerator;
import io.leafid.snowflake.SnowflakeIdGenerator;
import io.leafid.web.LeafServletRegistration;
import io.leafid.web.LeafServlets;
import io.leafid.web.TomcatPaths;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/** Auto-configuration of ids over HTTP and the live page, for applications with a servlet server that ask for it. */
@AutoConfiguration(after = {LeafRoutingAutoConfiguration.class, LeafActuatorAutoConfiguration.class})
@ConditionalOnLeaf
@ConditionalOnBooleanProperty("leaf.web.enabled")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(IdGenerator.class)
public final class LeafWebAutoConfiguration {

    @Bean
    LeafServletRegistration leafApiServlets(
            LeafProperties properties,
            ObjectProvider<IdGenerator> generator,
            ObjectProvider<SegmentIdGenerator> segment,
            ObjectProvider<SnowflakeIdGenerator> snowflake) {
        Supplier<IdGenerator> routed = SingletonSupplier.of(generator::getObject);
        return new LeafServletRegistration(
                LeafServlets.api(
                        properties.web().basePath(),
                        tag -> engine(routed.get(), tag),
                        SingletonSupplier.ofNullable(segment::getIfAvailable),
                        SingletonSupplier.ofNullable(snowflake::getIfAvailable),
                        properties.web().maxWaiting()),
                LeafWebAutoConfiguration::taken);
    }

    private static LeafStartException taken(String pattern) {
        return new LeafStartException(
                "Leaf cannot serve %s: another servlet of this application has that path.".formatted(pattern),
                "Set leaf.web.base-path=/ids, for example: all paths of Leaf begin with it then. Or leave out what you"
                        + " do not need: leaf.web.dashboard=false takes the live page away, leaf.web.enabled=false"
                        + " everything.",
                null);
    }

    /** The engine itself where one is known, so that what it has reserved can be seen. */
    private static IdGenerator engine(IdGenerator generator, String tag) {
        return (generator instanceof RoutingIdGenerator routing) ? routing.engine(tag) : generator;
    }

    /** What Tomcat needs so that a tag may contain any character. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory")
    static class TomcatConfiguration {

        @Bean
        TomcatPaths leafTomcatPaths() {
            return new TomcatPaths();
        }
    }

    /** The live page, which shows what the endpoint shows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = "leaf.web.dashboard", matchIfMissing = true)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.annotation.Endpoint")
    static class PageConfiguration {

        @Bean
        LeafServletRegistration leafPageServlets(
                LeafProperties properties,
                Environment environment,
                ObjectProvider<SegmentIdGenerator> segment,
                ObjectProvider<SnowflakeView> snowflake) {
            Supplier<LeafEndpoint> state = SingletonSupplier.of(() -> new LeafEndpoint(
                    LeafName.of(properties, new LeafEnvironment(environment)),
                    properties.defaultMode().text(),
                    MockedEngines.leaveOut(segment.getIfAvailable()),
                    snowflake.getIfAvailable()));
            return new LeafServletRegistration(
                    LeafServlets.page(
                            properties.web().basePath(), () -> state.get().leaf()),
                    LeafWebAutoConfiguration::taken);
        }
    }
}
