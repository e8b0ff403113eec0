package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.support.DefaultDataBinderFactory;
import org.springframework.web.bind.support.WebBindingInitializer;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.ModelFactory;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodArgumentResolverComposite;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Resolver that keeps editors of {@code @InitBinder} methods away from public ids: Spring's binder asks an editor before a conversion, and
 * one of numbers would read the id itself. A parameter gets a binder without them; a form, whose binder may have validators, is refused.
 * Thread-safe.
 */
final class PublicIdArguments implements HandlerMethodArgumentResolver {

    private final HandlerMethodArgumentResolverComposite resolvers;
    private final WebDataBinderFactory withoutEditors;
    private final Map<Class<?>, Map<String, TypeDescriptor>> members = new ConcurrentHashMap<>();

    PublicIdArguments(HandlerMethodArgumentResolverComposite resolvers, @Nullable WebBindingInitializer initializer) {
        this.resolvers = resolvers;
        this.withoutEditors = new DefaultDataBinderFactory(initializer);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return (isPublicId(parameter)
                        || (PublicIdHandlers.isModel(parameter)
                                && !membersOf(parameter).isEmpty()))
                && resolvers.supportsParameter(parameter);
    }

    private static boolean isPublicId(MethodParameter parameter) {
        return parameter.hasParameterAnnotation(PublicId.class);
    }

    private Map<String, TypeDescriptor> membersOf(MethodParameter parameter) {
        return members.computeIfAbsent(parameter.getParameterType(), PublicIdMembers::of);
    }

    @Override
    public @Nullable Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders)
            throws Exception {
        if (isPublicId(parameter)) {
            return resolvers.resolveArgument(parameter, container, request, withoutEditors);
        }
        if (binders != null) {
            WebDataBinder binder = binders.createBinder(request, null, ModelFactory.getNameForParameter(parameter));
            membersOf(parameter).forEach((name, member) -> requireNoEditor(binder, name, member));
        }
        return resolvers.resolveArgument(parameter, container, request, binders);
    }

    private static void requireNoEditor(WebDataBinder binder, String name, TypeDescriptor member) {
        String property = name.substring(0, name.indexOf(' '));
        if (binder.findCustomEditor(member.getType(), property) != null
                || binder.findCustomEditor(Long.class, property) != null) {
            throw new IllegalStateException(
                    "@PublicId on %s would be read as the number itself, by an editor that an @InitBinder method registers for its type; name other model attributes in that @InitBinder, or remove the editor"
                            .formatted(name));
        }
    }
}
