package io.leafid.publicid.web;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;

/** Makes the binders of WebFlux strict about public ids. Stateless. */
public final class ReactivePublicIdBinding implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RequestMappingHandlerAdapter adapter) {
            StrictConversion.applyTo(adapter.getWebBindingInitializer());
        }
        return bean;
    }
}
