package io.leafid.autoconfigure.publicid;

import io.leafid.autoconfigure.LeafAutoConfiguration;
import io.leafid.autoconfigure.properties.ConditionalOnLeaf;
import io.leafid.autoconfigure.properties.LeafStartException;
import io.leafid.publicid.AesPublicIds;
import io.leafid.publicid.PublicIdKeys;
import io.leafid.publicid.PublicIds;
import io.leafid.publicid.jackson.PublicIdModule;
import io.leafid.publicid.web.PublicIdAdvice;
import io.leafid.publicid.web.PublicIdConverter;
import io.leafid.publicid.web.ReactivePublicIdBinding;
import io.leafid.publicid.web.ServletPublicIdBinding;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration of public ids. {@code PublicIds} is there where keys are; what understands {@code @PublicId} is always there, since
 * an annotation that was ignored would send the ids themselves.
 */
@AutoConfiguration(after = LeafAutoConfiguration.class)
@ConditionalOnLeaf
@EnableConfigurationProperties(PublicIdsProperties.class)
public final class LeafPublicIdsAutoConfiguration {

    private static final String KEYS = "leaf.public-ids.keys";

    private static final String NO_KEYS =
            "there are no keys for @PublicId: set leaf.public-ids.keys.<name> to what `openssl rand -hex 32` prints, or define"
                    + " a bean of type io.leafid.publicid.PublicIdKeys";

    @Bean
    @ConditionalOnLeaf(map = KEYS)
    @ConditionalOnMissingBean({PublicIdKeys.class, PublicIds.class})
    PublicIdKeys leafPublicIdKeys(PublicIdsProperties properties) {
        return PublicIdKeys.parse(Objects.requireNonNull(properties.current()), properties.keys());
    }

    @Bean
    @ConditionalOnBean(PublicIdKeys.class)
    @ConditionalOnMissingBean
    PublicIds leafPublicIds(PublicIdKeys keys) {
        return new AesPublicIds(keys);
    }

    private static Supplier<PublicIds> required(ObjectProvider<PublicIds> publicIds) {
        return () -> publicIds.getIfAvailable(() -> {
            throw new IllegalStateException(NO_KEYS);
        });
    }

    private static LeafStartException refused(String problem) {
        return new LeafStartException(
                "Leaf cannot read a public id: " + problem,
                "Have @PublicId on long, Long, Long[], long[], or on a Collection, List, Set or Optional of Long, which @PathVariable,"
                        + " @RequestParam, @RequestHeader or @CookieValue fills, or a property of a @ModelAttribute. Elsewhere call"
                        + " PublicIds.decode; an entity is loaded by the id.",
                null);
    }

    /** The module for Boot's JSON mapper. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "tools.jackson.databind.JacksonModule")
    static class JacksonConfiguration {

        @Bean
        @ConditionalOnMissingBean
        PublicIdModule leafPublicIdModule(ObjectProvider<PublicIds> publicIds) {
            return new PublicIdModule(required(publicIds));
        }
    }

    /** The converters for Spring MVC and WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    @ConditionalOnClass(name = "org.springframework.http.ProblemDetail")
    static class WebConfiguration {

        @Bean
        PublicIdConverter leafPublicIdConverter(ObjectProvider<PublicIds> publicIds) {
            return new PublicIdConverter(required(publicIds));
        }

        @Bean
        @ConditionalOnMissingBean
        PublicIdAdvice leafPublicIdAdvice() {
            return new PublicIdAdvice();
        }
    }

    /** The guard that keeps a number from passing as a public id in Spring MVC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(name = "org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter")
    static class ServletConfiguration {

        @Bean
        static ServletPublicIdBinding leafPublicIdBinding(ObjectProvider<PublicIdConverter> converter) {
            return new ServletPublicIdBinding(converter::getObject, LeafPublicIdsAutoConfiguration::refused);
        }
    }

    /** The same in WebFlux. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass(name = "org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter")
    static class ReactiveConfiguration {

        @Bean
        static ReactivePublicIdBinding leafPublicIdBinding(ObjectProvider<PublicIdConverter> converter) {
            return new ReactivePublicIdBinding(converter::getObject, LeafPublicIdsAutoConfiguration::refused);
        }
    }

    /** The values that Boot's endpoints must not show, even where they are told to show values. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.SanitizingFunction")
    @ConditionalOnLeaf(map = KEYS)
    static class SanitizingConfiguration {

        @Bean
        SanitizingFunction leafPublicIdKeySanitizer(PublicIdsProperties properties) {
            return new PublicIdKeySanitizer(properties.keys().values());
        }
    }
}
