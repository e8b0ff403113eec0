package io.leafid.publicid.jackson;

import io.leafid.publicid.PublicId;
import io.leafid.publicid.PublicIds;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/** Finds {@code @PublicId} on properties, and says how they are written and read. Thread-safe. */
final class PublicIdIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private final transient Supplier<PublicIds> publicIds;

    PublicIdIntrospector(Supplier<PublicIds> publicIds) {
        this.publicIds = publicIds;
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated element) {
        return onProperty(
                element,
                (tag, type) -> type.isArrayType()
                        ? new PublicIdSerializer.OfArray(publicIds.get(), tag)
                        : new PublicIdSerializer(publicIds.get(), tag));
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated element) {
        return onContent(element, tag -> new PublicIdSerializer(publicIds.get(), tag));
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated element) {
        return onProperty(
                element,
                (tag, type) -> type.isArrayType()
                        ? new PublicIdDeserializer.OfArray(publicIds.get(), tag)
                        : new PublicIdDeserializer(publicIds.get(), tag, type));
    }

    @Override
    public @Nullable Object findContentDeserializer(MapperConfig<?> config, Annotated element) {
        return onContent(
                element,
                tag -> new PublicIdDeserializer(
                        publicIds.get(), tag, typeOf(element).getContentType()));
    }

    private static @Nullable Object onProperty(Annotated element, BiFunction<String, JavaType, Object> converter) {
        PublicId found = element.getAnnotation(PublicId.class);
        if (found == null) {
            return null;
        }
        JavaType type = typeOf(element);
        if (isId(type) || type.hasRawClass(long[].class)) {
            return converter.apply(found.value(), type);
        }
        if (isContainerOfIds(type)) {
            return null;
        }
        throw new IllegalArgumentException(
                "@PublicId(\"%s\") is on %s of type %s; it belongs on long, Long, long[], or on a collection, an array, an Optional or a map of Long"
                        .formatted(found.value(), element.getName(), type.toCanonical()));
    }

    private static @Nullable Object onContent(Annotated element, Function<String, Object> converter) {
        PublicId found = element.getAnnotation(PublicId.class);
        return (found != null && isContainerOfIds(typeOf(element))) ? converter.apply(found.value()) : null;
    }

    private static boolean isId(JavaType type) {
        return type.hasRawClass(long.class) || type.hasRawClass(Long.class);
    }

    private static boolean isContainerOfIds(JavaType type) {
        return (type.isContainerType() || type.isReferenceType())
                && type.getContentType() != null
                && type.getContentType().hasRawClass(Long.class);
    }

    /** The type of the property, which a setter has as its parameter. */
    private static JavaType typeOf(Annotated element) {
        return (element instanceof AnnotatedMethod method && method.getParameterCount() == 1)
                ? method.getParameterType(0)
                : element.getType();
    }
}
