package io.leafid.data.jackson;

import io.leafid.data.LeafId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Finds {@code @LeafId} on properties of type {@code long} or {@code Long}; one of type {@code String} is a string anyway. Stateless. */
final class LeafIdIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated element) {
        return isNumber(element) ? ToStringSerializer.instance : null;
    }

    @Override
    public @Nullable Object findDeserializer(MapperConfig<?> config, Annotated element) {
        return isNumber(element) ? new LeafIdDeserializer(typeOf(element)) : null;
    }

    private static boolean isNumber(Annotated element) {
        if (!element.hasAnnotation(LeafId.class)) {
            return false;
        }
        JavaType type = typeOf(element);
        return type.hasRawClass(long.class) || type.hasRawClass(Long.class);
    }

    /** The type of the property, which a setter has as its parameter. */
    private static JavaType typeOf(Annotated element) {
        return (element instanceof AnnotatedMethod method && method.getParameterCount() == 1)
                ? method.getParameterType(0)
                : element.getType();
    }
}
