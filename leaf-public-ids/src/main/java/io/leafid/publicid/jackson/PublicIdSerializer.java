package io.leafid.publicid.jackson;

import io.leafid.publicid.PublicIds;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.ser.std.StdSerializer;

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
        generator.writeString(textOf(id));
    }

    String textOf(Long id) {
        return publicIds.encode(tag, id);
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
        visitStringFormat(visitor, type);
    }

    /** Writes an array of ids as public ids of one tag. Thread-safe. */
    static final class OfArray extends StdSerializer<long[]> {

        private final PublicIds publicIds;
        private final String tag;

        OfArray(PublicIds publicIds, String tag) {
            super(long[].class);
            this.publicIds = publicIds;
            this.tag = tag;
        }

        @Override
        public void serialize(long[] ids, JsonGenerator generator, SerializationContext context) {
            generator.writeStartArray(ids, ids.length);
            for (long id : ids) {
                generator.writeString(publicIds.encode(tag, id));
            }
            generator.writeEndArray();
        }

        @Override
        public boolean isEmpty(SerializationContext context, long[] ids) {
            return ids.length == 0;
        }
    }
}
