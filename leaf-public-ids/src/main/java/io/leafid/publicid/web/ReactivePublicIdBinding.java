package io.leafid.publicid.web;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.method.ControllerAdviceBean;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** Makes the binders of WebFlux strict about public ids, and refuses handler methods for which that is not enough. */
public final class ReactivePublicIdBinding implements BeanPostProcessor {

    private static final MethodFilter BINDER_METHODS =
            method -> AnnotatedElementUtils.hasAnnotation(method, InitBinder.class);

    private final PublicIdHandlers handlers;

    /**
     * Makes a processor.
     *
     * @param converter what alone may read public ids; asked for when the first binder is there
     * @param refusal makes what is thrown of the description of a problem
     */
    public ReactivePublicIdBinding(
            Supplier<PublicIdConverter> converter, Function<String, ? extends RuntimeException> refusal) {
        this.handlers = new PublicIdHandlers(converter, refusal);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RequestMappingHandlerAdapter adapter) {
            handlers.bind(adapter.getWebBindingInitializer());
        } else if (bean instanceof RequestMappingHandlerMapping mapping) {
            ApplicationContext context = Objects.requireNonNull(mapping.getApplicationContext());
            handlers.check(mapping.getHandlerMethods().values(), type -> hasBinderMethods(context, type));
        }
        return bean;
    }

    /** Whether a method may register an editor, which nothing of Spring's could be told to pass over. */
    private static boolean hasBinderMethods(ApplicationContext context, Class<?> controller) {
        return hasBinderMethods(controller)
                || ControllerAdviceBean.findAnnotatedBeans(context).stream()
                        .filter(advice -> advice.isApplicableToBeanType(controller))
                        .anyMatch(advice -> hasBinderMethods(advice.getBeanType()));
    }

    private static boolean hasBinderMethods(@Nullable Class<?> type) {
        return type != null
                && !MethodIntrospector.selectMethods(type, BINDER_METHODS).isEmpty();
    }
}
