package io.leafid.publicid.web;

import io.leafid.publicid.PublicId;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.support.WebBindingInitializer;
import org.springframework.web.method.HandlerMethod;

/**
 * The check of an application's handler methods at start: {@code @PublicId} stands only where a public id is read. Elsewhere the number
 * itself would pass. Used by one thread.
 */
final class PublicIdHandlers {

    private static final List<Class<? extends Annotation>> FROM_TEXTS =
            List.of(PathVariable.class, RequestParam.class, RequestHeader.class, CookieValue.class);

    private static final String SPRING = "org.springframework.web.";

    private final Supplier<PublicIdConverter> converter;
    private final Function<String, ? extends RuntimeException> refusal;
    private boolean isUsed;
    private boolean isOutOfReach;

    /** Makes a check that throws what is made of the description of a problem; only the converter may read public ids. */
    PublicIdHandlers(Supplier<PublicIdConverter> converter, Function<String, ? extends RuntimeException> refusal) {
        this.converter = converter;
        this.refusal = refusal;
    }

    /** Makes the binders of a server strict. */
    void bind(@Nullable WebBindingInitializer initializer) {
        isOutOfReach |= !StrictConversion.applyTo(initializer, converter.get());
        requireReach();
    }

    /** Checks the handler methods of a server, among them those of controllers for which an editor may read the number. */
    void check(Collection<HandlerMethod> methods, Predicate<Class<?>> hasEditors) {
        methods.forEach(method -> {
            if (check(method)) {
                require(
                        !hasEditors.test(method.getBeanType()),
                        method.getShortLogMessage(),
                        "an @InitBinder method may register an editor that reads the number");
            }
        });
        requireReach();
    }

    /** Checks a method, and returns whether something in it has the annotation. */
    private boolean check(HandlerMethod method) {
        if (AnnotatedElementUtils.hasAnnotation(method.getMethod(), PublicId.class)) {
            throw refused("what %s returns".formatted(method.getShortLogMessage()), "it is no parameter");
        }
        boolean isFound = false;
        for (MethodParameter parameter : method.getMethodParameters()) {
            isFound |= check(
                    parameter,
                    "parameter %s of %s".formatted(parameter.getParameterIndex(), method.getShortLogMessage()));
        }
        isUsed |= isFound;
        return isFound;
    }

    private boolean check(MethodParameter parameter, String where) {
        TypeDescriptor type = new TypeDescriptor(parameter);
        if (type.hasAnnotation(PublicId.class)) {
            require(!PublicIdTypes.isRefused(type), where, "its type is " + type.getResolvableType());
            require(
                    isFromText(parameter),
                    where,
                    "it is not filled from a path, a request parameter, a header or a cookie");
            return true;
        }
        Map<String, TypeDescriptor> members =
                isModel(parameter) ? PublicIdMembers.of(parameter.getParameterType()) : Map.of();
        members.forEach((name, member) -> require(
                !PublicIdTypes.isRefused(member),
                name + ", for " + where,
                "its type is " + member.getResolvableType()));
        return !members.isEmpty();
    }

    private static boolean isFromText(MethodParameter parameter) {
        boolean isSimple =
                BeanUtils.isSimpleProperty(parameter.nestedIfOptional().getNestedParameterType());
        return FROM_TEXTS.stream().anyMatch(parameter::hasParameterAnnotation)
                || (isSimple && !hasAnnotationOfSpring(parameter));
    }

    /** Whether the parameter is filled property by property, with or without the annotation that says so. */
    static boolean isModel(MethodParameter parameter) {
        return parameter.hasParameterAnnotation(ModelAttribute.class) || !hasAnnotationOfSpring(parameter);
    }

    private static boolean hasAnnotationOfSpring(MethodParameter parameter) {
        return Arrays.stream(parameter.getParameterAnnotations())
                .anyMatch(found -> found.annotationType().getName().startsWith(SPRING));
    }

    private void requireReach() {
        require(
                !isUsed || !isOutOfReach,
                "a parameter",
                "it is filled by a WebBindingInitializer of the application whose conversion Leaf cannot reach");
    }

    private void require(boolean holds, String where, String problem) {
        if (!holds) {
            throw refused(where, problem);
        }
    }

    private RuntimeException refused(String where, String problem) {
        return refusal.apply("%s has @PublicId, but %s.".formatted(where, problem));
    }
}
