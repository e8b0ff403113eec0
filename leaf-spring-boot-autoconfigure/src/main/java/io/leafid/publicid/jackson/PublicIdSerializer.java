package io.leafid.publicid.jackson;

import io.leafid.publicid.PublicIds;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Writes an id as a public id of one tag. Thread-safe. */
final class PublicIdSerializer extends StdScalarSerializer<Long> {

    private final PublicIds publicIds;
    private final String tag;

    PublicIdSerializer(PublicIds publicIds, String tag) {
        super(Long.class);
        this.publicIds = publicIds;
        this.tag = tag;
    }

    @Override
    public void serialize(Long id, JsonGenerator generator, SerializationContext context) {
        generator.writeString(publicIds.encode(tag, id));
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
        visitStringFormat(visitor, type);
    }
}
