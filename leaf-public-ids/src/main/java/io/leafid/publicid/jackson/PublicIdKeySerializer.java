package io.leafid.publicid.jackson;

import com.fasterxml.jackson.annotation.JsonFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.ser.std.StdSerializer;

/** Writes the key of a map, an instance of a class that wraps an id, as a public id. Thread-safe. */
final class PublicIdKeySerializer extends StdSerializer<Object> {

    private final PublicIdSerializer ids;
    private final AnnotatedMember value;

    private PublicIdKeySerializer(PublicIdSerializer ids, AnnotatedMember value) {
        super(Object.class);
        this.ids = ids;
        this.value = value;
    }

    @Override
    public void serialize(Object key, JsonGenerator generator, SerializationContext context) {
        generator.writeName(ids.textOf((Long) value.getValue(key)));
    }

    /**
     * Finder of the serializers of keys: Jackson writes a key as the text of its value, whatever says how that is written elsewhere. Thread-safe.
     *
     * @param introspector says how a value is written
     */
    record Finder(PublicIdIntrospector introspector) implements Serializers {

        @Override
        public @Nullable ValueSerializer<?> findSerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier description,
                JsonFormat.@Nullable Value format) {
            BeanDescription bean = description.get();
            AnnotatedMember key = bean.findJsonKeyAccessor();
            AnnotatedMember value = (key == null) ? bean.findJsonValueAccessor() : key;
            if (value == null || !(introspector.findSerializer(config, value) instanceof PublicIdSerializer ids)) {
                return null;
            }
            if (config.canOverrideAccessModifiers()) {
                value.fixAccess(config.isEnabled(MapperFeature.OVERRIDE_PUBLIC_ACCESS_MODIFIERS));
            }
            return new PublicIdKeySerializer(ids, value);
        }
    }
}
