package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import java.beans.PropertyEditor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyEditorRegistry;
import org.springframework.beans.PropertyEditorRegistrySupport;
import org.springframework.core.MethodParameter;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.ServletRequestDataBinder;
import org.springframework.web.bind.support.DefaultDataBinderFactory;
import org.springframework.web.bind.support.WebBindingInitializer;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.annotation.InitBinderDataBinderFactory;
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
    private final @Nullable WebBindingInitializer initializer;
    private final WebDataBinderFactory withoutEditors;
    private final Map<Class<?>, Map<String, TypeDescriptor>> members = new ConcurrentHashMap<>();

    PublicIdArguments(HandlerMethodArgumentResolverComposite resolvers, @Nullable WebBindingInitializer initializer) {
        this.resolvers = resolvers;
        this.initializer = initializer;
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
            Editors editors = new Editors(ModelFactory.getNameForParameter(parameter));
            editors.register(initializer, (InitBinderDataBinderFactory) binders, request);
            membersOf(parameter).forEach((name, member) -> requireNoEditor(editors, name, member));
        }
        return resolvers.resolveArgument(parameter, container, request, binders);
    }

    private static void requireNoEditor(Editors editors, String name, TypeDescriptor member) {
        if (editors.hasOne(name.substring(0, name.indexOf(' ')), member.getType(), Long.class, long.class)) {
            throw new IllegalStateException(
                    "@PublicId on %s would be read as the number itself, by an editor that an @InitBinder method registers for its type; name other model attributes in that @InitBinder, or remove the editor"
                            .formatted(name));
        }
    }

    /** A binder that fills nothing, and only sees which editors it is given. One thread only. */
    private static final class Editors extends ServletRequestDataBinder {

        private final Set<String> properties = new HashSet<>();

        private final PropertyEditorRegistrySupport all = new PropertyEditorRegistrySupport() {
            @Override
            public void registerCustomEditor(@Nullable Class<?> type, @Nullable String path, PropertyEditor editor) {
                if (path != null) { // of a property within others, or of an element
                    String plain = path.replaceAll("\\[[^]]*]", "");
                    properties.add(plain.substring(plain.lastIndexOf('.') + 1));
                }
                super.registerCustomEditor(type, path, editor);
            }
        };

        Editors(String name) {
            super(null, name);
        }

        void register(
                @Nullable WebBindingInitializer initializer,
                InitBinderDataBinderFactory methods,
                NativeWebRequest request)
                throws Exception {
            if (initializer != null) {
                initializer.initBinder(this);
            }
            methods.initBinder(this, request);
        }

        @Override
        protected PropertyEditorRegistry getPropertyEditorRegistry() {
            return all;
        }

        /** Returns whether there is one for a property of this name, wherever it is, or for one of these types. */
        boolean hasOne(String property, Class<?>... types) {
            return properties.contains(property)
                    || Arrays.stream(types).anyMatch(type -> all.findCustomEditor(type, null) != null);
        }
    }
}
