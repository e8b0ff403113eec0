package io.leafid.publicid.web;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.bind.support.WebBindingInitializer;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolverComposite;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Makes the binders of Spring MVC strict about public ids, and refuses handler methods for which that is not enough. */
public final class ServletPublicIdBinding implements BeanPostProcessor {

    private final PublicIdHandlers handlers;

    /**
     * Makes a processor.
     *
     * @param converter what alone may read public ids; asked for when the first binder is there
     * @param refusal makes what is thrown of the description of a problem
     */
    public ServletPublicIdBinding(
            Supplier<PublicIdConverter> converter, Function<String, ? extends RuntimeException> refusal) {
        this.handlers = new PublicIdHandlers(converter, refusal);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RequestMappingHandlerAdapter adapter) {
            handlers.bind(adapter.getWebBindingInitializer());
            List<HandlerMethodArgumentResolver> resolvers = adapter.getArgumentResolvers();
            if (resolvers != null) {
                adapter.setArgumentResolvers(guarded(resolvers, adapter.getWebBindingInitializer()));
            }
        } else if (bean instanceof RequestMappingHandlerMapping mapping) {
            handlers.check(mapping.getHandlerMethods().values(), type -> false);
        }
        return bean;
    }

    private static List<HandlerMethodArgumentResolver> guarded(
            List<HandlerMethodArgumentResolver> resolvers, @Nullable WebBindingInitializer initializer) {
        List<HandlerMethodArgumentResolver> guarded = new ArrayList<>(resolvers);
        guarded.add(
                0,
                new PublicIdArguments(
                        new HandlerMethodArgumentResolverComposite().addResolvers(resolvers), initializer));
        return guarded;
    }
}
