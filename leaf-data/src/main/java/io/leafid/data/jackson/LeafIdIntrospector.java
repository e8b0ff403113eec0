package io.leafid.data.jackson;

import io.leafid.data.LeafId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Finds {@code @LeafId} on properties of type {@code long} or {@code Long}; Jackson reads a string of digits by itself. Stateless. */
final class LeafIdIntrospector extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated element) {
        return element.hasAnnotation(LeafId.class) && isNumber(element.getType()) ? ToStringSerializer.instance : null;
    }

    private static boolean isNumber(JavaType type) {
        return type.hasRawClass(long.class) || type.hasRawClass(Long.class);
    }
}
