package io.leafid.publicid.web;

import java.util.function.Function;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Makes the binders of Spring MVC strict about public ids, and refuses handler methods for which that is not enough. */
public final class ServletPublicIdBinding implements BeanPostProcessor {

    private final PublicIdHandlers handlers;

    /** Makes a processor that throws what is made of the description of a problem. */
    public ServletPublicIdBinding(Function<String, ? extends RuntimeException> refusal) {
        this.handlers = new PublicIdHandlers(refusal);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RequestMappingHandlerAdapter adapter) {
            handlers.bind(adapter.getWebBindingInitializer());
        } else if (bean instanceof RequestMappingHandlerMapping mapping) {
            handlers.check(mapping.getHandlerMethods().values());
        }
        return bean;
    }
}
